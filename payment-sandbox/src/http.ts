import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchRoute, type RouteParams } from 'contracts/route-match';
import { RefusedError } from './errors';

/** Largest body that is read, in bytes. */
const BODY_MAX = 64 * 1024;

export interface Call {
  url: URL;
  params: RouteParams;
  headers: IncomingMessage['headers'];
  /** The parsed JSON body; `{}` when there is none. */
  body: Record<string, unknown>;
}

/** An object or array leaves as JSON, a string as the given type. */
export interface Reply {
  status?: number;
  type?: string;
  body: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  method: 'GET' | 'POST';
  /** A pattern such as `/v1/orders/:id`. */
  path: string;
  handle(call: Call): Reply | Promise<Reply>;
}

const notFound = (): RefusedError =>
  new RefusedError('The requested URL was not found on the server.', {
    status: 404,
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  });

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new RefusedError(`The body may not be larger than ${BODY_MAX} bytes.`, { status: 413 });
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below, like JSON that is no object.
  }
  throw new RefusedError('The request body must be a JSON object.');
}

async function answer(routes: readonly Route[], request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  for (const route of routes) {
    const params = route.method === request.method ? matchRoute(route.path, url.pathname) : undefined;
    if (params) return route.handle({ url, params, headers: request.headers, body: await readBody(request) });
  }
  throw notFound();
}

const failure = (error: unknown): Reply => {
  if (error instanceof RefusedError) return { status: error.status, body: { error: error.body } };
  console.error(error);
  const description = 'We are facing some trouble completing your request at the moment. Please try again shortly.';
  return { status: 500, body: { error: { ...notFound().body, code: 'SERVER_ERROR', description } } };
};

/** Makes a request listener of routes. Refusals become the provider's error bodies, surprises one fixed sentence. */
export function createListener(routes: readonly Route[]): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(routes, request)
      .catch(failure)
      .then(({ status = 200, type = 'application/json; charset=utf-8', body, headers = {} }) => {
        response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
  };
}
