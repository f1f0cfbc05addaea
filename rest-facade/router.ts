import { type Operation, OpenAPIRouter, type Request } from 'openapi-backend';

interface Route {
  pattern: RegExp;
  operations: Operation[];
}

/**
 * The library's router with patterns made once instead of at every request. Of several paths that fit, the one that is
 * literal earlier counts: /vendors/external/{externalId} before /vendors/{vendorId}/assessments.
 */
export class PathRouter extends OpenAPIRouter {
  private operations?: Operation[];
  private routes?: Route[];

  override getOperations(): Operation[] {
    return (this.operations ??= super.getOperations());
  }

  /** What Allow says of a path. */
  methodsAt(path: string): string[] {
    const methods = this.operationsAt(path).map(({ method }) => method.toUpperCase());
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  }

  /** The operations of the path, one a method; none if there is no such path. */
  private operationsAt(path: string): Operation[] {
    this.routes ??= makeRoutes(this.getOperations());
    const normal = this.normalizePath(path);
    return this.routes.find(({ pattern }) => pattern.test(normal))?.operations ?? [];
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, strict: boolean): Operation;
  override matchOperation({ path, method }: Request, strict = false): Operation | undefined {
    const operations = this.operationsAt(path);
    const match = operations.find((operation) => operation.method === method);
    // The library knows the two cases by the number that the message begins with.
    if (!match && strict) throw new Error(operations.length > 0 ? '405' : '404');
    return match;
  }
}

function makeRoutes(operations: Operation[]): Route[] {
  const last = (path: string) => path.replace(/\{.*?\}/g, '\uffff');
  return [...new Set(operations.map(({ path }) => path))]
    .sort((a, b) => (last(a) < last(b) ? -1 : 1))
    .map((path) => ({
      pattern: new RegExp(`^${path.replace(/\{.*?\}/g, '[^/]+')}$`),
      operations: operations.filter((operation) => operation.path === path),
    }));
}
