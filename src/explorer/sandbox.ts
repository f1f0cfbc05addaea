import { policy } from '../http/headers';
import { ASSETS } from './assets';

const APOLLO_SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';
const APOLLO_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * Apollo's explorer. Its script comes from Apollo and shows a frame from Apollo, whose requests the script makes on its
 * behalf. Written here rather than taken from Apollo Server's plugin, whose page needs inline scripts and more hosts.
 */
export const SANDBOX = {
  policy: policy({
    'script-src': `'self' ${APOLLO_SCRIPT}`,
    'style-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self'",
    'frame-src': APOLLO_FRAME,
  }),
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Apollo Sandbox · Vetgraph</title>
<link rel="icon" href="${ASSETS.icon}">
<link rel="stylesheet" href="${ASSETS.style}">
<script defer src="${APOLLO_SCRIPT}"></script>
<script defer src="${ASSETS.script}"></script>
</head>
<body>
<div id="sandbox"></div>
<p>Apollo Sandbox comes from apollographql.com, which can’t be reached.
<a href="/graphiql">GraphiQL</a> works without it.</p>
</body>
</html>
`,
};
