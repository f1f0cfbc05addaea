import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { isDatabaseOutOfReach } from '../../database/failures';
import { asManyAsFit, formatError } from '../../graphql/format-error';
import type { RequestContext, Subscribed } from '../../kernel/context';

/** Results that several streams send: each way of writing them is made once. */
export class Batch {
  private readonly written = new Map<string, Buffer>();
  readonly bytes: number;

  constructor(
    /** As JSON: `{"data": …}`. */
    readonly results: readonly string[],
  ) {
    this.bytes = results.reduce((sum, { length }) => sum + length, 0);
  }

  as(way: string, write: (result: string) => string): Buffer {
    let bytes = this.written.get(way);
    if (!bytes) this.written.set(way, (bytes = Buffer.from(this.results.map(write).join(''))));
    return bytes;
  }
}

/** Where a stream goes. */
export interface Outlet {
  /** Called once, before anything else: from here on, what commits is heard. */
  open(): void;
  /** Whether more can be sent now. If not, `onDrain` tells when. */
  send(batch: Batch): boolean;
  onDrain(listener: () => void): void;
  /** The reader has left. */
  onClose(listener: () => void): void;
  beat(): void;
  /** Ends it, after saying why unless it is complete. What the reader doesn't take soon is thrown away. */
  end(error?: GraphQLFormattedError): void;
}

/**
 * What a subscription shows of some events, or of whatever it is about, read together. Fails if there is one of which nothing could be
 * read: passed on, it would be lost.
 */
export async function render(asked: Subscribed, ctx: RequestContext, roots: readonly object[], log: Logger): Promise<Batch> {
  const results = await Promise.all(roots.map((root) => asked.run(ctx, root)));
  // What can't be read now is told later.
  const away = results.flatMap(({ errors = [] }) => errors).find(({ originalError }) => isDatabaseOutOfReach(originalError));
  if (away) throw away.originalError!;
  const lost = results.find(({ data }) => data == null);
  if (lost) throw lost.errors![0]!.originalError ?? lost.errors![0]!;
  return new Batch(
    results.map(({ data, errors }) => {
      if (!errors) return JSON.stringify({ data });
      return JSON.stringify({ errors: asManyAsFit(errors.map((error) => formatError(error, log))), data });
    }),
  );
}
