import { type GraphQLResolveInfo, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { type Caller, isSignedIn, SYSTEM } from './caller';
import type { Config } from './config';
import type { Attendance } from '../database/attendance';
import type { Database } from '../database/database';
import type { Replicas } from '../database/replicas';
import type { PdfPrinter } from '../platform/pdf/printer';
import type { Scanner } from '../platform/scan/scanner';
import type { Storage } from '../platform/storage/storage';
import type { Tracer } from '../platform/tracing';

/** What the whole process shares. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  /** Undefined inside a transaction, which only the primary knows. */
  readonly replicas?: Replicas;
  readonly log: Logger;
  readonly tracer: Tracer;
  /** Key that signs session cookies. */
  readonly sessionSecret: string;
  /** Told of every change that was recorded. */
  readonly checkpoints: { touch(): void };
  /** What was at a moment. */
  readonly past: { recordedSince(): Promise<string>; settle(moment: string): Promise<void> };
  /** Where uploaded files are. */
  readonly storage: Storage;
  /** Looks at uploaded files before they are kept. */
  readonly scanner: Scanner;
  /** Prints reports. */
  readonly pdf: PdfPrinter;
  /** Where people reach the server, without a slash at its end. */
  readonly publicUrl: string;
}

/** The most that one page of a list may hold. */
export const MAX_PAGE = 100;

/** How things are read: many keys at once. What a request has read by one is kept in the request's context. */
export interface Loader<K, V> {
  readonly load: (ctx: RequestContext, key: K, info?: GraphQLResolveInfo) => Promise<V>;
}

/** What an operation asks for, as far as limits count it. */
export interface Charged {
  readonly weight: number;
  readonly auditReads: number;
}

/** The work that a request makes whether or not it may run: fields to validate, bytes to read and write. */
export interface Spent {
  readonly fields?: number;
  readonly bytes?: number;
}

/** What a request brings besides its caller. */
export interface RequestFacts {
  readonly id: string;
  readonly address: string;
  readonly userAgent?: string;
  /** Of whoever waits for the answer. */
  readonly attendance?: Attendance;
  /** Sets or clears the session cookie on the answer. */
  setSessionCookie?(token: string | null): void;
  /** Counts what an operation asks for against the caller's limits, and throws when it is too much. */
  charge?(asked: Charged): Promise<void>;
  /** Counts the work that it makes besides. */
  spend?(work: Spent): Promise<void>;
  /** Whoever sends the answer tells the audit log of what is downloaded by it. */
  readonly recordsReads?: boolean;
  /** The revision that a vendor must have to be deleted, by If-Match: the input of deletions names no more than an id. */
  readonly expectedRevision?: number;
  /** The moment in the past that everything is asked of. */
  readonly asOf?: string;
}

/** Passed first to every service and resolver: who asks, and what to work with. */
export class RequestContext {
  /** What loaders keep, by loader. */
  readonly loaded = new Map<object, unknown>();
  private reader?: Database;
  /** The moment in the past that is asked of; undefined: now. */
  moment?: string;

  constructor(
    readonly services: Services,
    readonly caller: Caller,
    readonly request: RequestFacts,
    /** The most that one page may hold. The facade, which streams whole lists, reads in larger pages. */
    readonly maxPage = MAX_PAGE,
  ) {}

  get database(): Database {
    return this.reader ?? this.services.database;
  }

  /**
   * What changes nothing may read from a replica, and ends when its caller leaves. Vendors read on the primary, where
   * tries of passwords are counted.
   */
  begin({ operation }: OperationDefinitionNode): void {
    const { replicas, database } = this.services;
    const { attendance } = this.request;
    if (operation !== OperationTypeNode.QUERY || !isSignedIn(this.caller)) return;
    const attended = attendance ? database.attendedBy(attendance) : database;
    this.reader = this.moment ? attended.asOf(this.moment) : (replicas?.readerFor(attended) ?? attended);
  }

  /** From here on everything is read as it stood at the moment, once nothing can change any more of what that was. */
  async enterPast(moment: string): Promise<void> {
    await this.services.past.settle(moment);
    this.moment = moment;
  }

  /** Reads by a loader; given the info of the field that asks, only the columns that the query needs. */
  load<K, V>(loader: Loader<K, V>, key: K, info?: GraphQLResolveInfo): Promise<V> {
    return loader.load(this, key, info);
  }

  /** Forgets what was read, because something changed. */
  forget(): void {
    this.loaded.clear();
  }
}

/** What the server itself does, on record as System. */
export function systemContext(services: Services): RequestContext {
  return new RequestContext(services, SYSTEM, { id: 'system', address: '' });
}
