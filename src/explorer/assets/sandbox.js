/* global AbortController, document, fetch, location, TextDecoderStream, URLSearchParams, window */
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
    parentSupportsSubscriptions: true,
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
  } else if (name === 'ExplorerSubscriptionRequest' && asked.operation) {
    await listen(operationId, asked);
  } else if (name === 'ExplorerSubscriptionTermination') {
    for (const stream of streams) stream.abort();
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

/** Streams that are open. */
const streams = new Set();

/** Runs a subscription over multipart HTTP, whichever protocol is set in the frame: the results are the same. */
async function listen(operationId, { operation: query, operationName, variables, headers, protocol }) {
  const stream = new AbortController();
  streams.add(stream);
  const reply = (response) => tell({ name: 'ExplorerSubscriptionResponse', operationId, response });
  const setStatus = (status) => tell({ name: 'ExplorerSetSocketStatus', status });
  try {
    setStatus('connecting');
    const response = await post({ ...headers, accept: MULTIPART }, { query, operationName, variables }, stream.signal);
    setStatus('connected');
    const told = { status: response.status, headers: Object.fromEntries(response.headers) };
    for await (const { payload, errors } of partsOf(response)) {
      const result = payload ?? { data: null, errors };
      reply(protocol === 'http-multipart' ? { ...told, data: { payload: result }, size: 0 } : { data: result });
    }
  } catch (error) {
    if (!stream.signal.aborted) reply({ data: null, error: { message: String(error) } });
  } finally {
    streams.delete(stream);
    setStatus('disconnected');
  }
}

const MULTIPART = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json';
const DELIMITER = '\r\n--graphql';

/** The parts with something in them; what came before the stream began is a single one. */
async function* partsOf(response) {
  if (!response.headers.get('content-type').startsWith('multipart/')) return yield { payload: await response.json() };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
    const parts = text.split(DELIMITER);
    text = parts.pop();
    for (const part of parts) {
      const value = JSON.parse(part.slice(part.indexOf('\r\n\r\n')));
      if (Object.keys(value).length > 0) yield value;
    }
  }
}

/** Always to this server's GraphQL endpoint, wherever the frame wants it sent. */
function post(headers, body, signal) {
  return fetch(ENDPOINT, {
    method: 'POST',
    signal,
    headers: { ...headers, 'content-type': 'application/json' },
    credentials: session.checked ? 'same-origin' : 'omit',
    body: JSON.stringify(body),
  });
}
