import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

interface Classes {
  IncomingMessage?: typeof IncomingMessage;
  ServerResponse?: typeof ServerResponse;
}

/**
 * Classes whose requests and responses have express's prototypes from the start. Express would change the prototype of each one,
 * which makes it permanently slow. This works as long as Node's own classes are plain functions: objects made by
 * `Reflect.construct` are just as slow. A test will show when that changes.
 */
export function expressClasses({ request, response }: Express): Classes {
  if (/^class\b/.test(String(IncomingMessage)) || /^class\b/.test(String(ServerResponse))) return {};
  return { IncomingMessage: withPrototype(request, IncomingMessage), ServerResponse: withPrototype(response, ServerResponse) };
}

function withPrototype<C extends object>(prototype: object, base: C): C {
  function Derived(this: object, ...args: unknown[]): void {
    (base as unknown as (...args: unknown[]) => void).apply(this, args);
  }
  Derived.prototype = prototype;
  return Derived as unknown as C;
}
