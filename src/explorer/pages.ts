import { policy } from '../http/headers';
import { ASSETS } from './assets';

export interface Page {
  html: string;
  policy: string;
}

interface Content {
  title: string;
  head: string[];
  body: string;
}

function document({ title, head, body }: Content): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ASSETS['icon.svg']}">
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

const style = (url: string) => `<link rel="stylesheet" href="${url}">`;
const script = (url: string) => `<script defer src="${url}"></script>`;
const link = (url: string, name: string, about: string) =>
  `<li><a href="${url}"><strong>${name}</strong><span>${about}</span></a></li>`;

/** What people see first, until the web application takes its place. */
export const START: Page = {
  policy: policy({ 'style-src': "'self'", 'img-src': "'self'" }),
  html: document({
    title: 'Vetgraph',
    head: [style(ASSETS['start.css'])],
    body: `<main>
<header>
<img src="${ASSETS['icon.svg']}" alt="" width="48" height="48">
<h1>Vetgraph</h1>
<p>Know your vendors and the risk they bring: questionnaires, reviews, findings and an audit log,
by GraphQL and by REST.</p>
</header>
<ul>
${link('/graphiql', 'GraphiQL', 'Try the GraphQL API here. Works offline.')}
${link('/graphql', 'Apollo Sandbox', 'The same API in Apollo’s explorer. Needs the internet.')}
${link('/api/docs', 'REST API', 'Every REST call, with its fields and errors.')}
${link('/readyz', 'Health', 'Whether the server and its database are ready.')}
</ul>
</main>`,
  }),
};

/** GraphiQL from this server, with a bar to sign in. */
export const GRAPHIQL: Page = {
  policy: policy({
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-elem': "'self' 'unsafe-inline'", // its dialogs add a style element
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
  }),
  html: document({
    title: 'GraphiQL · Vetgraph',
    head: [
      style(ASSETS['graphiql.css']),
      style(ASSETS['explorer.css']),
      script(ASSETS['react.js']),
      script(ASSETS['react-dom.js']),
      script(ASSETS['graphiql.js']),
      script(ASSETS['explorer.js']),
    ],
    body: `<header class="bar">
<a href="/">Vetgraph</a>
<form id="sign-in" method="post" aria-label="Sign in" hidden>
<input name="email" type="email" required autocomplete="username" placeholder="E-mail" aria-label="E-mail">
<input name="password" type="password" required autocomplete="current-password" placeholder="Password"
 aria-label="Password">
<button>Sign in</button>
<span>to see the schema, or put an API key under Headers</span>
</form>
<form id="sign-out" method="post" aria-label="Sign out" hidden>
<span>Signed in as <strong id="who"></strong></span>
<button>Sign out</button>
</form>
<p id="problem" role="alert"></p>
</header>
<div id="graphiql" data-examples="${ASSETS['examples.graphql']}"></div>
<noscript>GraphiQL needs JavaScript.</noscript>`,
  }),
};

const APOLLO_SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';
const APOLLO_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * Apollo's explorer. Its script comes from Apollo and shows a frame from Apollo, whose requests the script makes on its
 * behalf. Written here rather than taken from Apollo Server's plugin, whose page needs inline scripts and more hosts.
 */
export const SANDBOX: Page = {
  policy: policy({
    'script-src': `'self' ${APOLLO_SCRIPT}`,
    'style-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self'",
    'frame-src': APOLLO_FRAME,
  }),
  html: document({
    title: 'Apollo Sandbox · Vetgraph',
    head: [style(ASSETS['sandbox.css']), script(APOLLO_SCRIPT), script(ASSETS['sandbox.js'])],
    body: `<div id="sandbox"></div>
<p>Apollo Sandbox comes from apollographql.com, which can’t be reached.
<a href="/graphiql">GraphiQL</a> works without it.</p>`,
  }),
};
