import { type ExecutionResult, type GraphQLResolveInfo, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { ANONYMOUS, type Caller, isSignedIn, scopeOf, SYSTEM } from './caller';
import type { Config } from './config';
import type { Problem } from './errors';
import type { Attendance } from '../database/attendance';
import type { Database, Transaction } from '../database/database';
import type { Replicas } from '../database/replicas';
import type { PdfPrinter } from '../platform/pdf/printer';
import type { Scanner } from '../platform/scan/scanner';
import type { Storage } from '../platform/storage/storage';
import type { Tracer } from '../platform/tracing';

/** An entry that is about to be appended to the audit log. */
export interface Happening {
  readonly id: string;
  readonly action: string;
  readonly entity?: { readonly type: string; readonly id: string | null };
  readonly meta?: Record<string, unknown>;
  readonly userName: string;
  /** False where something was made that is nobody's: then nobody is told that it is theirs. */
  readonly isAssigned?: boolean;
  /** The person who acts, whether signed in or by an API key that follows them; null: nobody here. */
  readonly byUserId: string | null;
}

/** Shared by the whole process. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  /** Undefined inside a transaction, which only the primary can see. */
  readonly replicas?: Replicas;
  readonly log: Logger;
  readonly tracer: Tracer;
  /** Key that signs session cookies. */
  readonly sessionSecret: string;
  /** Notified of every recorded change. */
  readonly checkpoints: { touch(): void };
  /** Puts every recorded change into the tree of the audit log. */
  readonly tree: { touch(): void };
  /** Tells those who listen to the feed of every recorded change. */
  readonly feed: { touch(): void };
  /** Told of all that is recorded, in the transaction that does it. */
  readonly notifier: {
    tellOf(ctx: RequestContext, tx: Transaction, happenings: readonly Happening[]): Promise<void>;
    /** E-mails about what the work does in several transactions are joined. */
    together<T>(ctx: RequestContext, work: () => Promise<T>): Promise<T>;
  };
  /** Sends webhooks, if this server does: told when one changes. */
  readonly webhooks: { wake(): void };
  /** What was at a moment. */
  readonly past: { recordedSince(): Promise<string>; settle(moment: string, argument?: string): Promise<void> };
  /** Stores uploaded files. */
  readonly storage: Storage;
  /** Scans uploaded files before they are kept. */
  readonly scanner: Scanner;
  /** Prints reports. */
  readonly pdf: PdfPrinter;
  /** The server's public address, without a trailing slash. */
  readonly publicUrl: string;
  /** Where the server listens. */
  readonly listensOn: string;
  /** Throws unless whoever asks for a sensitive change has shown shortly before who they are. */
  assertShown(ctx: RequestContext): Promise<void>;
}

/** The most items per page of a list. */
export const MAX_PAGE = 100;

/** Reads many keys at once. What a request has read through one is cached in its context. */
export interface Loader<K, V> {
  readonly load: (ctx: RequestContext, key: K, info?: GraphQLResolveInfo) => Promise<V>;
}

/** The parts of an operation that count against limits. */
export interface Charged {
  readonly weight: number;
  readonly auditReads: number;
  /** It is asked of a moment in the past, which costs more. */
  readonly isPast?: boolean;
}

/** The work that a request causes whether or not it may run: fields to validate, bytes to read and write. */
export interface Spent {
  readonly fields?: number;
  readonly bytes?: number;
}

/** A subscription that was read: what it listens to, and what it asks of each event. */
export interface Subscribed {
  /** The field of the subscription type that it selects. */
  readonly field: string;
  /** The arguments of its field. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Equal for those who ask the same of each event. */
  readonly key: string;
  /** Approximately the number of values that each event has. */
  readonly weight: number;
  /** Whether it asks for nothing but what the event itself says: equal for all who see the same. */
  readonly isPlain: boolean;
  /** Why it is refused to a caller, with the permissions that they have now. */
  refusalTo(caller: Caller): Problem | undefined;
  run(ctx: RequestContext, event: unknown): Promise<ExecutionResult> | ExecutionResult;
}

/** Details of a request besides its caller. */
export interface RequestFacts {
  readonly id: string;
  readonly address: string;
  readonly userAgent?: string;
  /** The client waiting for the response. */
  readonly attendance?: Attendance;
  /** Sets or clears the session cookie on the response. */
  setSessionCookie?(token: string | null): void;
  /** The browser's own key, by which it is known again; undefined if it has none. */
  readonly device?: string;
  setDeviceCookie?(device: string): void;
  /** Counts an operation against the caller's limits, and throws if it is too much. */
  charge?(asked: Charged): Promise<void>;
  /** Counts additional work. */
  spend?(work: Spent): Promise<void>;
  /** Counts the request among those that ask of the past, and throws if they are too many. */
  admitToPast?(): void;
  /** Whether it may only read, as a GET does. */
  readonly isSafe?: boolean;
  /** Opens the stream of a subscription; undefined where the answer can't be one. */
  subscribe?(asked: Subscribed): Promise<void>;
  /** Whether the sender of the response records downloads in the audit log. */
  readonly recordsReads?: boolean;
  /** Whether it came through the REST interface, whose contract asks for less in places. */
  readonly isRest?: boolean;
  /** The revision that If-Match requires for deleting a vendor: the input of deletions has only an id. */
  readonly expectedRevision?: number;
  /** The moment in the past that everything is asked of. */
  readonly asOf?: string;
}

/** Passed first to every service and resolver: who asks, and the services to use. */
export class RequestContext {
  /** The caches of loaders. */
  readonly loaded = new Map<object, unknown>();
  private reader?: Database;
  /** The moment in the past that is asked of; undefined: now. */
  moment?: string;

  /** The database among them shows and changes what the caller's portfolios have, and nothing else. */
  readonly services: Services;

  constructor(
    services: Services,
    readonly caller: Caller,
    readonly request: RequestFacts,
    /** The most items per page. The facade, which streams whole lists, reads larger pages. */
    readonly maxPage = MAX_PAGE,
  ) {
    const scope = scopeOf(caller);
    this.services = scope ? { ...services, database: services.database.whole.scopedTo(scope) } : services;
  }

  /** For what a vendor's link leads to: whoever has the link opens it, and a caller of other portfolios does so as anybody else. */
  byLink(): RequestContext {
    if (!this.caller.portfolioIds) return this;
    return new RequestContext({ ...this.services, database: this.services.database.whole }, ANONYMOUS, this.request, this.maxPage);
  }

  get database(): Database {
    return this.reader ?? this.services.database;
  }

  /** The primary, which has everything up to now, for reading: that ends when the caller disconnects. */
  get primary(): Database {
    const { database } = this.services;
    const { attendance } = this.request;
    return attendance ? database.attendedBy(attendance) : database;
  }

  /**
   * Operations that change nothing may read from a replica, and end when their caller disconnects. Vendors read from the primary,
   * where password attempts are counted.
   */
  begin({ operation }: OperationDefinitionNode): void {
    if (this.moment !== undefined || operation !== OperationTypeNode.QUERY || !isSignedIn(this.caller)) return;
    this.reader = this.services.replicas?.readerFor(this.primary) ?? this.primary;
  }

  /** From here on everything is read as it stood at the moment, once nothing can change any more of what that was. */
  async enterPast(moment: string): Promise<void> {
    this.request.admitToPast?.();
    await this.services.past.settle(moment);
    this.moment = moment;
    this.reader = this.primary.asOf(moment);
  }

  /** Reads through a loader; given the info of the requesting field, only the columns that the query needs. */
  load<K, V>(loader: Loader<K, V>, key: K, info?: GraphQLResolveInfo): Promise<V> {
    return loader.load(this, key, info);
  }

  /** Clears the caches, because something changed. */
  forget(): void {
    this.loaded.clear();
  }
}

/** For what the server itself does, recorded as System. */
export function systemContext(services: Services): RequestContext {
  return new RequestContext(services, SYSTEM, { id: 'system', address: '' });
}
