import { type Operation, OpenAPIRouter, type ParsedRequest, type Request } from 'openapi-backend';

interface Route {
  /** With one group per parameter. */
  pattern: RegExp;
  operations: Operation[];
}

/**
 * The library's router, but with patterns compiled once and requests read once instead of several times. If several paths match,
 * the one with the earlier literal segment wins: /vendors/external/{externalId} before /vendors/{vendorId}/assessments.
 */
export class PathRouter extends OpenAPIRouter {
  private operations?: Operation[];
  private routes?: Map<string, Route>;

  override getOperations(): Operation[] {
    return (this.operations ??= super.getOperations());
  }

  /** The methods for a path's Allow header. */
  methodsAt(path: string): string[] {
    const methods = this.operationsAt(path).map(({ method }) => method.toUpperCase());
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, strict: boolean): Operation;
  override matchOperation({ path, method }: Request, strict = false): Operation | undefined {
    const operations = this.operationsAt(path);
    const match = operations.find((operation) => operation.method === method);
    // The library tells the two cases apart by the number at the start of the message.
    if (!match && strict) throw new Error(operations.length > 0 ? '405' : '404');
    return match;
  }

  /** The facade passes what it has already read: query and body as objects, and no headers. */
  override parseRequest(request: Request, operation?: Operation): ParsedRequest {
    const groups = operation && this.routesByPath().get(operation.path)!.pattern.exec(this.normalizePath(request.path))?.groups;
    const params: Record<string, string> = {};
    for (const name in groups) params[name] = decodeURIComponent(groups[name]!);
    const query = { ...(request.query as ParsedRequest['query']) };
    return { ...request, params, headers: {}, cookies: {}, query, requestBody: request.body };
  }

  override normalizePath(given: string): string {
    let path = given.trim().replace(/^\/\//, '/');
    while (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
    return path;
  }

  /** The operations at a path, one per method; none if there is no such path. */
  private operationsAt(path: string): Operation[] {
    const normal = this.normalizePath(path);
    for (const { pattern, operations } of this.routesByPath().values()) if (pattern.test(normal)) return operations;
    return [];
  }

  private routesByPath(): Map<string, Route> {
    return (this.routes ??= makeRoutes(this.getOperations()));
  }
}

function makeRoutes(operations: Operation[]): Map<string, Route> {
  const last = (path: string) => path.replace(/\{.*?\}/g, '\uffff');
  const paths = [...new Set(operations.map(({ path }) => path))].sort((a, b) => (last(a) < last(b) ? -1 : 1));
  return new Map(
    paths.map((path) => [
      path,
      {
        pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
        operations: operations.filter((operation) => operation.path === path),
      },
    ]),
  );
}
