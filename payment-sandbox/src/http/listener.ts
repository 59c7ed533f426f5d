import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchRoute } from '@wholepage/page-rules/route-match';
import { RefusedError } from '../errors';
import { readBody } from './read-body';
import type { Reply, Route } from './route';

const notFound = (): RefusedError =>
  new RefusedError('The requested URL was not found on the server.', {
    status: 404,
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  });

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
