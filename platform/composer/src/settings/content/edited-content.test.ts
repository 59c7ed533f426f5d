import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { eventually } from '../../testing/running-composer';
import { LiveContent, type SiteContent } from '../site/site-configs';

const file = (schema: z.ZodType) => ({ file: '', what: '', path: '', schema });
const FILES = {
  navigation: file(z.object({ menu: z.array(z.string()) })),
  shop: file(z.object({ name: z.string() })),
};
const OF_FILES = { navigation: { menu: ['Home'] }, shop: { name: 'File' } } as unknown as SiteContent;

let answer: { status: number; body: unknown; etag: string };
let server: Server;
let edited: LiveContent;
let end: () => void;
const log = jest.fn();
beforeEach(async () => {
  answer = { status: 200, body: { version: '1', shop: { name: 'Edited' }, navigation: null }, etag: '"1"' };
  server = createServer((request, response) => {
    const isKnown = request.headers['if-none-match'] === answer.etag;
    response.writeHead(isKnown ? 304 : answer.status, { etag: answer.etag, 'content-type': 'application/json' });
    response.end(isKnown ? undefined : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  edited = new LiveContent(`http://127.0.0.1:${port}/site`, FILES, OF_FILES, log);
  end = edited.start();
});
afterEach(() => {
  end();
  server.close();
  server.closeAllConnections();
});
const nameIs = (name: string) =>
  eventually(
    async () => edited.current,
    ({ shop }) => (shop as { name: string }).name === name,
  );

test('an edit wins over its file until it is withdrawn, and other files count', async () => {
  expect(edited.current).toEqual(OF_FILES);
  await nameIs('Edited');
  expect(edited.current.navigation).toEqual(OF_FILES.navigation);
  expect(edited.current).toBe(edited.current);
  answer = { status: 200, body: { version: '2', shop: null, navigation: null }, etag: '"2"' };
  await nameIs('File');
});

test('a preview is laid over the files for its reader, and changes nothing for others', async () => {
  await nameIs('Edited');
  const preview = { by: 'Asha', until: '2026-11-24T14:00:00.000Z' };
  answer = { ...answer, body: { shop: { name: 'Looked at' }, navigation: { menu: ['Shop'] }, preview } };
  await expect(edited.preview('id 1')).resolves.toEqual({
    ...preview,
    content: { navigation: { menu: ['Shop'] }, shop: { name: 'Looked at' } },
  });
  expect(edited.current['shop']).toEqual({ name: 'Edited' });
  answer = { ...answer, body: { shop: { name: 5 }, preview } };
  await expect(edited.preview('id')).rejects.toThrow();
  answer = { ...answer, status: 404 };
  await expect(edited.preview('id')).rejects.toThrow('This preview is over.');
});

test('the last good copy stays while the service is away or says what does not hold', async () => {
  await nameIs('Edited');
  answer = { status: 500, body: {}, etag: '"2"' };
  answer = { status: 200, body: { shop: { name: 5 } }, etag: '"3"' };
  await eventually(async () => log.mock.calls.length, Boolean);
  expect(log.mock.calls[0]?.[1]).toContain('the last good one stays');
  await nameIs('Edited');
});
