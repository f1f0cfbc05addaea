import { Entity, Index, ManyToOne, OneToOne, PrimaryKeyProp, Property, type Ref } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Session } from '../user/session.entity';
import { IdentityProvider } from './identity-provider.entity';
import { Shared } from '../../database/scope/scoped';

/** A session that a provider opened, and can end. */
@NotKept('Who is signed in; the audit log tells who signed in when')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
@Index({ name: 'provider_session_by_subject', properties: ['provider', 'subject'] })
@Index({ name: 'provider_session_by_sid', properties: ['provider', 'sid'] })
export class ProviderSession {
  [PrimaryKeyProp]?: 'session';

  @OneToOne(() => Session, { ref: true, primary: true, deleteRule: 'cascade' })
  session!: Ref<Session>;

  @ManyToOne(() => IdentityProvider, { ref: true, deleteRule: 'cascade' })
  provider!: Ref<IdentityProvider>;

  /** Who it is at the provider. */
  @Property({ type: 'text' })
  subject!: string;

  /** What the provider calls its own session. */
  @Property({ type: 'text', nullable: true })
  sid?: string | null;

  /** Where to sign out there too, sealed. */
  @Property({ type: 'text', nullable: true })
  endSessionBox?: string | null;
}
