import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a code host's HTTP API that previews use. */
export interface FakeHost {
  origin: string;
  /** Comments of its one pull request, by id. */
  comments: Map<number, { body: string; isOurs: boolean }>;
  /** Stored files by address. */
  files: Map<string, Buffer>;
  /** Names of references, on GitHub. */
  references: Map<string, string>;
  /** The headers of each call. */
  headers: IncomingMessage['headers'][];
  close(): void;
}

type Answer = (method: string, path: string, body: Buffer, host: FakeHost) => [number, unknown];

async function start(answer: Answer): Promise<FakeHost> {
  const host: Omit<FakeHost, 'close'> = {
    origin: '',
    comments: new Map(),
    files: new Map(),
    references: new Map(),
    headers: [],
  };
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    host.headers.push(request.headers);
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const [status, body] = answer(request.method ?? '', pathname, Buffer.concat(parts), whole);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  const whole: FakeHost = Object.assign(host, { close: () => void server.close() });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  whole.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return whole;
}

const textOf = (body: Buffer): string => (JSON.parse(body.toString('utf8')) as { body: string }).body;
const idOf = (path: string): number => Number(path.split('/').at(-1));
const nextId = ({ comments }: FakeHost): number => comments.size + 1;

const GIT = '/repos/team/site/git';
const objects = new Map<string, unknown>();
const keep = (value: unknown): { sha: string } => {
  const sha = String(objects.size + 1).padStart(40, '0');
  objects.set(sha, value);
  return { sha };
};

/** GitHub's REST API: pull request 12 of team/site. */
export const fakeGithub = (): Promise<FakeHost> =>
  start((method, path, body, host) => {
    const json = () => JSON.parse(body.toString('utf8')) as Record<string, string>;
    if (method === 'GET' && path === '/repos/team/site/issues/12/comments')
      return [
        200,
        [...host.comments].map(([id, one]) => ({ id, body: one.body, user: { type: one.isOurs ? 'Bot' : 'User' } })),
      ];
    if (method === 'POST' && path === '/repos/team/site/issues/12/comments') {
      host.comments.set(nextId(host), { body: textOf(body), isOurs: true });
      return [201, {}];
    }
    if (method === 'PATCH' && path.startsWith('/repos/team/site/issues/comments/')) {
      host.comments.set(idOf(path), { body: textOf(body), isOurs: true });
      return [200, {}];
    }
    if (method === 'POST' && [`${GIT}/blobs`, `${GIT}/trees`, `${GIT}/commits`].includes(path))
      return [201, keep(json())];
    if (method === 'GET' && path.startsWith(`${GIT}/matching-refs/`))
      return [200, [...host.references.keys()].map((ref) => ({ ref }))];
    if (method === 'POST' && path === `${GIT}/refs`) {
      const { ref = '', sha = '' } = json();
      if (host.references.has(ref)) return [422, { message: 'Reference already exists' }];
      host.references.set(ref, sha);
      return [201, {}];
    }
    const ref = path.replace(`${GIT}/`, '');
    if (!host.references.has(ref)) return [404, { message: 'Not Found' }];
    if (method === 'DELETE') host.references.delete(ref);
    else host.references.set(ref, json().sha ?? '');
    return method === 'DELETE' ? [204, undefined] : [200, {}];
  });

const ME = 7;
const NOTES = '/projects/5/merge_requests/12/notes';

/** GitLab's REST API: merge request 12 of project 5. */
export const fakeGitlab = (): Promise<FakeHost> =>
  start((method, path, body, host) => {
    if (path === '/user') return [200, { id: ME }];
    if (method === 'GET' && path === NOTES)
      return [
        200,
        [...host.comments].map(([id, one]) => ({ id, body: one.body, author: { id: one.isOurs ? ME : 8 } })),
      ];
    if (method === 'POST' && path === NOTES) {
      host.comments.set(nextId(host), { body: textOf(body), isOurs: true });
      return [201, {}];
    }
    if (method === 'PUT' && path.startsWith(NOTES)) {
      host.comments.set(idOf(path), { body: textOf(body), isOurs: true });
      return [200, {}];
    }
    if (method === 'POST' && path === '/projects/5/uploads') {
      const [, name = ''] = /filename="([^"]+)"/.exec(body.toString('latin1')) ?? [];
      const secret = (host.headers.length + 4096).toString(16).padStart(32, '0');
      const url = `/uploads/${secret}/${name}`;
      host.files.set(url, body);
      return [201, { url }];
    }
    const file = path.replace('/projects/5', '');
    if (method === 'DELETE' && host.files.delete(file)) return [204, undefined];
    return [404, { message: '404 Not found' }];
  });
