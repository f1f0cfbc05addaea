/* global document, location, URLSearchParams, window */
// Absent when Apollo's CDN can't be reached: then the page keeps the words that say so.
if (window.EmbeddedSandbox) {
  // A query that a page of the application handed over: /graphql#query=…&variables=…
  const handed = new URLSearchParams(location.hash.slice(1));
  document.body.classList.add('loaded');
  new window.EmbeddedSandbox({
    target: '#sandbox',
    initialEndpoint: location.origin + location.pathname,
    initialState: {
      includeCookies: true,
      ...(handed.has('query') && { document: handed.get('query'), variables: JSON.parse(handed.get('variables') || '{}') }),
    },
    hideCookieToggle: false,
    endpointIsEditable: false,
    allowDynamicStyles: false,
    runTelemetry: false,
  });
}
