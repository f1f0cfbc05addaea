import { type Caller, idOf, personOf, scopeOf } from '../../kernel/caller';
import type { Stream } from './stream';

/** Someone who listens, by one key or session, and all that they listen to. */
export class Listener {
  readonly streams = new Set<Stream>();
  /** Equal for all who may see the same. */
  audience: string;

  constructor(
    /** The caller as of now; undefined: the key, session or user is no longer valid. */
    private readonly identify: () => Promise<Caller | undefined>,
    public caller: Caller,
  ) {
    this.audience = audienceOf(caller);
  }

  get id(): string {
    return idOf(this.caller);
  }

  get personId(): string | undefined {
    return personOf(this.caller);
  }

  /** Looks again who it is, and what they may see. Returns whether they still are someone. */
  async refresh(): Promise<boolean> {
    const caller = await this.identify();
    if (!caller) return false;
    this.caller = caller;
    this.audience = audienceOf(caller);
    return true;
  }
}

function audienceOf(caller: Caller): string {
  return `${[...caller.permissions].sort().join()} ${scopeOf(caller)?.key ?? ''}`;
}
