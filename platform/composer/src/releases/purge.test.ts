import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReleaseSet } from './release-set';
import { createPurge } from './release-watcher';

const setOf = (versions: Record<string, string>): ReleaseSet =>
  ({
    apps: Object.fromEntries(Object.entries(versions).map(([app, version]) => [app, { manifest: { app, version } }])),
  }) as ReleaseSet;

const BEFORE = setOf({ shell: '1', 'mf-blog': '1', 'mf-courses': '1' });

let cache: Server;
let asked: { body: string; authorization: string | undefined }[];
let statuses: number[];
beforeEach(async () => {
  asked = [];
  statuses = [];
  cache = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push({ body, authorization: request.headers.authorization });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  cache.closeAllConnections();
  cache.close();
});

const purge = (log = jest.fn()) =>
  createPurge({ url: `http://127.0.0.1:${(cache.address() as AddressInfo).port}`, token: 'secret', log });

it('asks the cache to forget what was made of the releases that are live no more', async () => {
  await purge()(BEFORE, setOf({ shell: '1', 'mf-blog': '2' }));
  expect(asked).toEqual([{ body: '{"tags":["mf-blog@1","mf-courses@1"]}', authorization: 'Bearer secret' }]);
});

it('asks for nothing when only a canary came or went', async () => {
  await purge()(BEFORE, setOf({ shell: '1', 'mf-blog': '1', 'mf-courses': '1', 'mf-new': '1' }));
  expect(asked).toEqual([]);
});

it('asks again when the cache could not do it', async () => {
  statuses = [503];
  const log = jest.fn();
  await purge(log)(BEFORE, setOf({ shell: '2', 'mf-blog': '1', 'mf-courses': '1' }));
  expect(asked).toHaveLength(2);
  expect(log).not.toHaveBeenCalled();
});
