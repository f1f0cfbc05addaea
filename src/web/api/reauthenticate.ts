import { ApiError, type IdentityQuestion } from './error';

/** Shows the dialog that asks who it is; resolves to whether that was shown. */
type Ask = (question: IdentityQuestion) => Promise<boolean>;

let ask: Ask | undefined;

/** The application's dialog, while it is there. */
export function onIdentityAsked(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    ask = undefined;
  };
}

/** Makes a change; if the server asks first who it is, asks the user, and then makes it again. */
export async function confirmedFirst<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED' && error.asks;
    if (!isAsked || !ask || !(await ask(error.asks!))) throw error;
    return change();
  }
}
