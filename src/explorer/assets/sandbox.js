/* global document, fetch, location, URLSearchParams, window */
// Apollo Sandbox is a page by Apollo in a frame. It asks the embedding page, through messages, to make its requests, as with
// Apollo's own script (@apollo/sandbox, MIT), of whose protocol this implements the part that the server needs. None of Apollo's
// scripts run here, where they could do anything: the frame gets this one endpoint, and the session only with the user's consent.
const APOLLO = 'https://sandbox.embed.apollographql.com';
/** The version of Apollo's script with this protocol. */
const PROTOCOL = '2.7.4';
const ENDPOINT = location.origin + location.pathname;

const session = document.querySelector('#session');
const frame = document.createElement('iframe');
frame.title = 'Apollo Sandbox';
// It has its own origin, which isn't ours, but it can't leave the frame.
frame.sandbox = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';
frame.src = `${APOLLO}/sandbox/explorer?${parameters()}`;
document.querySelector('#sandbox').append(frame);

session.addEventListener('change', () => (frame.src = String(frame.src)));
window.addEventListener('message', ({ source, origin, data }) => {
  if (source === frame.contentWindow && origin === APOLLO && data && typeof data === 'object') void answer(data);
});

/** The frame's initial state, including a query passed by a page of the application: #query=…&variables=… */
function parameters() {
  const handed = new URLSearchParams(location.hash.slice(1));
  const given = {
    endpoint: ENDPOINT,
    defaultDocument: handed.get('query') ?? undefined,
    defaultVariables: handed.get('variables') ?? undefined,
    sendOperationHeadersInIntrospection: true,
    defaultIncludeCookies: true,
    hideCookieToggle: true,
    parentSupportsSubscriptions: false,
    endpointIsEditable: false,
    runTelemetry: false,
    version: PROTOCOL,
  };
  return Object.entries(given).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function tell(message) {
  frame.contentWindow.postMessage(message, APOLLO);
}

async function answer({ name, operationId, ...asked }) {
  if (name === 'ExplorerListeningForHandshake') {
    document.body.classList.add('loaded');
    tell({ name: 'HandshakeResponse', parentHref: ENDPOINT });
  } else if (name === 'IntrospectionQueryWithHeaders') {
    await introspect(operationId, asked);
  } else if (name === 'ExplorerRequest' && asked.operation) {
    await run(operationId, asked);
  }
}

async function introspect(operationId, { introspectionRequestBody, introspectionRequestHeaders }) {
  try {
    const { query, operationName } = JSON.parse(introspectionRequestBody);
    const { data, errors } = await (await post(introspectionRequestHeaders, { query, operationName })).json();
    if (errors?.length) tell({ name: 'SchemaError', errors, operationId });
    tell({ name: 'SchemaResponse', schema: data, operationId });
  } catch (error) {
    tell({ name: 'SchemaError', error: { message: String(error) }, operationId });
  }
}

async function run(operationId, { operation: query, operationName, variables, headers }) {
  const reply = (response) => tell({ name: 'ExplorerResponse', operationId, response: { ...response, hasNext: false } });
  try {
    const response = await post(headers, { query, operationName, variables });
    reply({ ...(await response.json()), status: response.status, headers: Object.fromEntries(response.headers) });
  } catch (error) {
    reply({ data: null, error: { message: String(error) } });
  }
}

/** Always to this server's GraphQL endpoint, wherever the frame wants it sent. */
function post(headers, body) {
  return fetch(ENDPOINT, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    credentials: session.checked ? 'same-origin' : 'omit',
    body: JSON.stringify(body),
  });
}
