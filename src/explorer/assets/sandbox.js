/* global document, location, window */
// Absent when Apollo's CDN can't be reached: then the page keeps the words that say so.
if (window.EmbeddedSandbox) {
  document.body.classList.add('loaded');
  new window.EmbeddedSandbox({
    target: '#sandbox',
    initialEndpoint: location.origin + location.pathname,
    initialState: { includeCookies: true },
    hideCookieToggle: false,
    endpointIsEditable: false,
    allowDynamicStyles: false,
    runTelemetry: false,
  });
}
