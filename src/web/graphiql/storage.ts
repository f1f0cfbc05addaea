const PREFIX = 'vetgraph:';

/** GraphiQL's local storage, without its history, which would store API keys from the headers. */
export const storage = {
  get length() {
    return ownNames().length;
  },
  getItem: (name: string) => localStorage.getItem(PREFIX + name),
  setItem: (name: string, value: string) => {
    localStorage.setItem(PREFIX + name, /:(queries|favorites)$/.test(name) ? withoutHeaders(value) : value);
  },
  removeItem: (name: string) => localStorage.removeItem(PREFIX + name),
  clear: () => {
    for (const name of ownNames()) localStorage.removeItem(name);
  },
};

function ownNames(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
}

function withoutHeaders(json: string): string {
  return JSON.stringify(JSON.parse(json, (name, value: unknown) => (name === 'headers' ? undefined : value)));
}
