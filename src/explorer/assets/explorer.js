/* global document, fetch, FormData, GraphiQL, React, ReactDOM */
// GraphiQL with a bar to sign in. Runs after the scripts of React and GraphiQL, which are deferred like this one.
(() => {
  const place = document.querySelector('#graphiql');
  const root = ReactDOM.createRoot(place);
  const signIn = document.querySelector('#sign-in');
  const signOut = document.querySelector('#sign-out');
  const problem = document.querySelector('#problem');

  const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { name } } }';
  const NOT_SIGNED_IN = {
    errors: [{ message: 'To see the schema, sign in above or put an API key under Headers.' }],
    data: null,
  };

  const isRefused = ({ errors }) => errors?.[0].extensions.code === 'UNAUTHENTICATED';

  async function post(body, headers) {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  async function ask(query, variables) {
    const { data, errors } = await post({ query, variables });
    if (errors) throw new Error(errors[0].message);
    return data;
  }

  /** GraphiQL's history would put an API key from the headers into the browser's storage. */
  const storage = GraphiQL.createLocalStorage({ namespace: 'vetgraph' });
  const { setItem } = storage;
  storage.setItem = (name, value) => setItem(name, /:(queries|favorites)$/.test(name) ? withoutHeaders(value) : value);

  function withoutHeaders(json) {
    return JSON.stringify(JSON.parse(json, (name, value) => (name === 'headers' ? undefined : value)));
  }

  /** Shows GraphiQL for a user, or for a stranger. A new fetcher makes it read the schema again. */
  function render(examples, user) {
    let known;
    const fetcher = async (params, { headers = {} } = {}) => {
      const sent = JSON.stringify(headers);
      const isNew = known !== undefined && sent !== known;
      known = sent;
      const answer = await post(params, headers);
      if (isNew) render(examples, user); // another key may open another schema
      return isRefused(answer) && params.operationName === 'IntrospectionQuery' ? NOT_SIGNED_IN : answer;
    };
    root.render(
      React.createElement(GraphiQL, {
        fetcher,
        defaultTabs: [{ query: examples }],
        response: user ? '' : undefined, // clears away the hint to sign in
        shouldPersistHeaders: false,
        storage,
      }),
    );
  }

  function show(examples, user) {
    signIn.hidden = Boolean(user);
    signOut.hidden = !user;
    document.querySelector('#who').textContent = user?.name ?? '';
    render(examples, user);
  }

  async function start() {
    const [examples, { me }] = await Promise.all([
      fetch(place.dataset.examples).then((response) => response.text()),
      ask('{ me { name } }'),
    ]);
    show(examples, me);
    onSubmit(signIn, async () => {
      const input = Object.fromEntries(new FormData(signIn));
      const { login } = await ask(LOGIN, { input });
      signIn.reset();
      show(examples, login.user);
    });
    onSubmit(signOut, async () => {
      await ask('mutation { logout }');
      show(examples, null);
    });
  }

  function onSubmit(form, step) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(step);
    });
  }

  /** Runs a step of the bar and says what went wrong. */
  async function attempt(step) {
    problem.textContent = '';
    try {
      await step();
    } catch (error) {
      problem.textContent = error.message;
    }
  }

  void attempt(start);
})();
