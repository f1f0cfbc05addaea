import type { RequestContext } from '../../kernel/context';
import { readSettings } from '../settings/settings.service';
import * as store from './identity-provider.store';
import type { SignInOptions } from './sign-in-options.types';

export async function signInOptions({ database }: RequestContext): Promise<SignInOptions> {
  const { passwordSignIn } = await readSettings(database);
  return { passwordSignIn, providers: await database.query(store.enabled()) };
}
