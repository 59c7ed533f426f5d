import { readFileSync } from 'node:fs';
import { CALLER_HEADER, readCaller } from 'api-wire/office/caller';
import { FILES, SECRET, startOffice, type TestPerson } from './office';

const SCREENS = readFileSync(new URL('../src/client/Office.tsx', import.meta.url), 'utf8');

type Office = Awaited<ReturnType<typeof startOffice>>;

const ENQUIRY = '11111111-1111-4111-8111-111111111111';
const FILE = '22222222-2222-4222-8222-222222222222';

let office: Office;
let owner: TestPerson;
let asha: TestPerson;
let writer: TestPerson;
beforeAll(async () => {
  office = await startOffice((api) => {
    api.get('/office/enquiries/:id/files/:file', async (_request, reply) =>
      reply
        .type('application/pdf')
        .headers({ 'content-disposition': 'attachment; filename="plan.pdf"', 'set-cookie': 'a=b' })
        .send('%PDF'),
    );
    api.all('/office/*', async (_request, reply) => reply.header('set-cookie', 'a=b').send({ data: [], total: 0 }));
    api.all('/metrics', async () => 'secret numbers');
  });
  // Few people, because signing in is rate-limited.
  owner = await office.person('Owner', 'owner');
  asha = await office.person('Asha', 'desk');
  writer = await office.person('Ravi', 'writer');
});
afterAll(() => office.close());
const callerOf = (at = -1) => readCaller(String(office.asked.at(at)?.headers[CALLER_HEADER]), SECRET);

test('a call says to the API who makes it, and carries neither cookie nor anything else of the session', async () => {
  const answer = await office.call('GET', '/office/enquiries?q=linen&page=2', asha, {
    headers: { [CALLER_HEADER]: 'forged', 'x-forwarded-for': '1.2.3.4' },
  });
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: [], total: 0 }]);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const asked = office.asked.at(-1);
  expect(asked?.url).toBe('/office/enquiries?q=linen&page=2');
  expect(asked?.headers.cookie).toBeUndefined();
  expect(asked?.headers['x-forwarded-for']).toBeUndefined();
  expect(callerOf()).toEqual({ id: asha.id, name: 'Asha', rights: ['desk'], confirmed: true });
  // A second past the 5 minutes in which a sign-in counts as recent.
  await office.pool.query("update sessions set authenticated_at = now() - interval '301 s' where person_id = $1", [
    asha.id,
  ]);
  await office.call('GET', '/office/enquiries', asha);
  expect(callerOf()?.confirmed).toBe(false);
});

test('changes need a session, the right origin and the token of the session', async () => {
  const before = office.asked.length;
  const change = { payload: '{"ids":[]}' };
  const refused = [
    await office.call('POST', '/office/enquiries/change', {}, change),
    await office.call('POST', '/office/enquiries/change', { cookie: asha.cookie }, change),
    await office.call('POST', '/office/enquiries/change', { ...asha, csrf: 'of another session' }, change),
    await office.call('POST', '/office/enquiries/change', asha, {
      ...change,
      headers: { origin: 'https://evil.example' },
    }),
    await office.call('GET', '/office/enquiries', asha, { headers: { host: 'evil.example' } }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403, 403, 421]);
  // Styles load at any address, for the page that refuses this one.
  const styles = await office.app.inject({ url: '/assets/a.css', headers: { host: 'evil.example' } });
  expect([styles.statusCode, styles.body]).toEqual([200, 'a{}']);
  const packings = ['gzip, BR', 'br;q=0.5', 'br; q=0, gzip', 'br;q=0.0'].map(async (accepted) => {
    const { headers } = await office.app.inject({ url: '/assets/a.css', headers: { 'accept-encoding': accepted } });
    return headers['content-encoding'];
  });
  expect(await Promise.all(packings)).toEqual(['br', 'br', undefined, undefined]);
  expect(office.asked).toHaveLength(before);
  expect((await office.call('POST', '/office/enquiries/change', asha, change)).statusCode).toBe(200);
  expect(office.asked.at(-1)?.body).toEqual({ ids: [] });
});

test.each([
  '/office/../metrics',
  '/office/%2e%2e/metrics',
  '/office/..%2fmetrics',
  '/office//metrics',
  '/office/enquiries/x/files/y',
])('%s reaches nothing but the office of the API', async (path) => {
  const before = office.asked.length;
  const { statusCode, body } = await office.call('GET', path, owner);
  expect(statusCode).toBe(404);
  expect(body).not.toContain('secret');
  expect(office.asked).toHaveLength(before);
});

test('visitors’ files are shown for a minute, at an origin without a session', async () => {
  const opened = await office.call('GET', `/enquiry-files/${ENQUIRY}/${FILE}`, asha);
  expect(opened.statusCode).toBe(303);
  const address = new URL(String(opened.headers.location));
  expect(address.origin).toBe(FILES);
  const host = { headers: { host: address.host } };
  const file = await office.call('GET', address.pathname, {}, host);
  expect([file.statusCode, file.body, file.headers['content-type']]).toEqual([200, '%PDF', 'application/pdf']);
  expect(file.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(file.headers['set-cookie']).toBeUndefined();
  expect(callerOf()).toMatchObject({ id: asha.id, rights: ['desk'] });

  // Refused: at the office's own address, with a changed ticket, for a writer, without a session.
  const [payload, mark] = address.pathname.slice('/files/'.length).split('.');
  expect((await office.call('GET', address.pathname, asha)).statusCode).toBe(404);
  expect((await office.call('GET', `/files/${payload}x.${mark}`, {}, host)).statusCode).toBe(404);
  expect((await office.call('GET', `/enquiry-files/${ENQUIRY}/${FILE}`, writer)).statusCode).toBe(403);
  expect((await office.call('GET', `/enquiry-files/${ENQUIRY}/${FILE}`)).statusCode).toBe(401);
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  expect((await office.call('GET', address.pathname, {}, host)).statusCode).toBe(404);
  later.mockRestore();
});

test('a file comes whole also where the line takes longer for it than the API may take to begin', async () => {
  const late = new AbortController();
  const real = globalThis.fetch;
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const answer = await real(...asked);
    late.abort();
    return answer;
  });
  const opened = await office.call('GET', `/enquiry-files/${ENQUIRY}/${FILE}`, asha);
  const address = new URL(String(opened.headers.location));
  const file = await office.call('GET', address.pathname, {}, { headers: { host: address.host } });
  jest.restoreAllMocks();
  expect([file.statusCode, file.body]).toEqual([200, '%PDF']);
});

test('a picture may take as long on a slow line as its page waits for it', () =>
  expect(office.app.server.requestTimeout).toBe(5 * 60_000));

test('a writer learns no colleagues’ list and no facts, the desk no facts', async () => {
  const status = async (path: string, who: typeof writer) => (await office.call('GET', path, who)).statusCode;
  expect([await status('/colleagues', writer), await status('/fact-files', writer)]).toEqual([403, 403]);
  expect([
    await status('/colleagues', asha),
    await status('/fact-files', asha),
    await status('/fact-files', owner),
  ]).toEqual([200, 403, 200]);
  await office.pool.query(
    "insert into people (issuer, subject, name, rights, ended_at) values ('invitation', 'x', 'Left', '{desk}', now())",
  );
  const { data } = (await office.call('GET', '/colleagues', asha)).json<{ data: { name: string }[] }>();
  expect(data.map(({ name }) => name)).toEqual(['Asha', 'Owner']);
  expect([await status('/sign-in/people', asha), await status('/sign-in/audit', asha)]).toEqual([403, 403]);
});

test('a page shows pictures of the site and of visitors’ files beside the office’s own', async () => {
  const page = await office.call('GET', '/enquiries', asha, { headers: { accept: 'text/html' } });
  expect(page.headers['content-security-policy']).toContain(`img-src 'self' data: ${FILES} http://localhost:3000`);
});

test('what follows the news keeps no session alive', async () => {
  await office.pool.query(`update sessions set seen_at = now() - interval '20 minutes'`);
  const seen = async () =>
    (
      await office.pool.query<{ old: boolean }>(
        `select bool_and(seen_at < now() - interval '10 minutes') as old from sessions`,
      )
    ).rows[0]?.old;
  await office.call('GET', '/office/news/follow', asha);
  expect(await seen()).toBe(true);
  await office.call('GET', '/office/enquiries', asha);
  expect(await seen()).toBe(false);
});

test('it is ready as long as its database answers, and every screen opens by its address', async () => {
  const health = async (path: string) => (await office.app.inject({ url: path })).statusCode;
  expect([await health('/healthz'), await health('/readyz')]).toEqual([200, 200]);
  const screens = [...SCREENS.matchAll(/^ {2}\['(\/[^']*)'/gm)].map(([, path = '']) => path.replace(/:\w+/g, 'x'));
  expect(screens.length).toBeGreaterThan(10);
  for (const path of screens) expect([path, (await office.call('GET', path, owner)).statusCode]).toEqual([path, 200]);
});

test('an API that is away is said in one sentence', async () => {
  await office.stopApi();
  const { statusCode, json } = await office.call('GET', '/office/enquiries', asha);
  expect([statusCode, json().message]).toEqual([503, expect.stringContaining('What you typed is still here')]);
});
