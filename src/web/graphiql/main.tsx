/** GraphiQL with a sign-in bar. */
import 'graphiql/style.css';
import './graphiql.css';
import { GraphiQL } from 'graphiql';
import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import examples from './examples.gql?raw';
import { isSubscription, listen } from './streams';
import { storage } from './storage';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions: { code: string } }[];
}

const find = <Kind extends Element>(selector: string) => document.querySelector<Kind>(selector)!;
const root = createRoot(find('#graphiql'));
const signIn = find<HTMLFormElement>('#sign-in');
const signOut = find<HTMLFormElement>('#sign-out');
const problem = find('#problem');

const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { name } } }';
const NOT_SIGNED_IN = {
  errors: [{ message: 'To see the schema, sign in above or enter an API key under Headers.' }],
  data: null,
};

/** A query passed on by a page of the application: /graphiql#query=…&variables=… It opens in its own tab. */
const handed = new URLSearchParams(location.hash.slice(1));

async function post<Data>(body: object, headers: Record<string, string> = {}): Promise<Answer<Data>> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer<Data>;
}

/** The bar only knows passwords. */
class FactorAsked extends Error {}

async function ask<Data>(query: string, variables?: object): Promise<Data> {
  const { data, errors } = await post<Data>({ query, variables });
  if (errors) throw errors[0]!.extensions.code === 'SECOND_FACTOR_REQUIRED' ? new FactorAsked() : new Error(errors[0]!.message);
  return data!;
}

/** CodeMirror gives its fields no accessible name and its scroll area no keyboard access. */
new MutationObserver(() => {
  for (const field of document.querySelectorAll('.CodeMirror textarea:not([aria-label])')) {
    field.setAttribute('aria-label', field.closest('section[aria-label]')?.getAttribute('aria-label') ?? 'Editor');
  }
  for (const area of document.querySelectorAll('.CodeMirror-scroll[tabindex="-1"]')) area.setAttribute('tabindex', '0');
}).observe(find('#graphiql'), { childList: true, subtree: true });

/** Shows GraphiQL, signed in or not. A new fetcher makes it load the schema again. */
function render(user: User | null): void {
  let known: string | undefined;
  const fetchOnce = async (params: { operationName?: string | null }, headers: Record<string, string>) => {
    const sent = JSON.stringify(headers);
    const isNew = known !== undefined && sent !== known;
    known = sent;
    const answer = await post(params, headers);
    if (isNew) render(user); // another key may be allowed to see the schema
    const isRefused = answer.errors?.[0]?.extensions.code === 'UNAUTHENTICATED';
    return isRefused && params.operationName === 'IntrospectionQuery' ? NOT_SIGNED_IN : answer;
  };
  const fetcher = ((params, { headers = {}, documentAST } = {}) =>
    documentAST && isSubscription(documentAST, params.operationName) ? listen(params, headers) : fetchOnce(params, headers)) as Fetcher;
  root.render(
    <GraphiQL
      fetcher={fetcher}
      query={handed.get('query') ?? undefined}
      variables={handed.get('variables') ?? undefined}
      defaultTabs={[{ query: examples }]}
      response={user ? '' : undefined} // removes the hint to sign in
      shouldPersistHeaders={false}
      storage={storage}
    />,
  );
}

interface User {
  name: string;
}

function show(user: User | null): void {
  signIn.hidden = Boolean(user);
  signOut.hidden = !user;
  find('#who').textContent = user?.name ?? '';
  render(user);
}

async function start(): Promise<void> {
  const { me } = await ask<{ me: User | null }>('{ me { name } }');
  show(me);
  onSubmit(signIn, async () => {
    const input = Object.fromEntries(new FormData(signIn));
    const { login } = await ask<{ login: { user: User } }>(LOGIN, { input });
    signIn.reset();
    show(login.user);
  });
  onSubmit(signOut, async () => {
    await ask('mutation { logout }');
    show(null);
  });
}

function onSubmit(form: HTMLFormElement, step: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(step);
  });
}

function signInLink(): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href: '/sign-in', textContent: 'Sign in on the sign-in page' });
}

/** Runs an action of the bar and shows any error. */
async function attempt(step: () => Promise<void>): Promise<void> {
  problem.textContent = '';
  try {
    await step();
  } catch (error) {
    if (error instanceof FactorAsked) problem.append('Your account has a second factor. ', signInLink(), ', then come back.');
    else problem.textContent = (error as Error).message;
  }
}

void attempt(start);
