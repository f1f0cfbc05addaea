import { policy } from '../http/headers';
import { ASSETS } from './assets';

const APOLLO_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * Apollo's explorer: a frame from Apollo, whose requests are made by our own script. No third-party code runs in the page itself,
 * where it could act as the user. Apollo Server's plugin isn't used because its page loads a script from Apollo that changes
 * without notice.
 */
export const SANDBOX = {
  policy: policy({
    'script-src': "'self'",
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
<script defer src="${ASSETS.script}"></script>
</head>
<body>
<label><input type="checkbox" id="session" autocomplete="off"> Use my session: the page below, which comes from apollographql.com, can then act as me</label>
<div id="sandbox"></div>
<p>Apollo Sandbox comes from apollographql.com, which can’t be reached.
<a href="/graphiql">GraphiQL</a> works without it.</p>
</body>
</html>
`,
};
