import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '@wholepage/tooling/spawn';
import Fastify from 'fastify';
import { officeRoutes } from '../../src/office/routes';
import { validation } from '../../src/plugins/requests';
import { CALLER_HEADER, readCaller, signCaller } from '../../wire/office/caller';
import { OFFICE } from '../../wire/office/office';
import { officeOf, somebody } from '../helpers/office';
import { startSite, type TestSite, until } from '../helpers/site';

let site: TestSite;
/** Stands in for the site. It has every page whose path does not begin with /no. */
const pages = createServer((request, response) => {
  response.writeHead(/^\/no/.test(request.url ?? '') ? 404 : 200).end();
});
beforeAll(async () => {
  const { port } = await listen(pages);
  site = await startSite({ SITE_ORIGIN: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await site.stop();
  pages.closeAllConnections();
  pages.close();
});
const { audit, call, enquire, tokenOf } = officeOf(() => site);
const SECRET = 'a secret of thirty-two characters';

test('a token says who calls, for a minute, and nothing else does', () => {
  const caller = somebody('desk');
  const token = signCaller(caller, SECRET, 1000);
  expect(readCaller(token, SECRET, 60_000)).toEqual(caller);
  expect(readCaller(token, SECRET, 61_001)).toBeUndefined();
  expect(readCaller(token, `${SECRET}!`, 2000)).toBeUndefined();
  const [payload = '', signature = ''] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ caller: { ...caller, rights: ['owner'] }, expires: 60_000 }));
  for (const wrong of ['', '.', payload, `${forged.toString('base64url')}.${signature}`, `${token}.x`, 'a.b'])
    expect(readCaller(wrong, SECRET, 2000)).toBeUndefined();
  // A clock far ahead would sign long-lived tokens.
  expect(readCaller(signCaller(caller, SECRET, 1_000_000), SECRET, 2000)).toBeUndefined();
});

test('nobody calls without a token, and never at the port of visitors', async () => {
  for (const headers of [
    {},
    { [CALLER_HEADER]: 'forged' },
    { authorization: `Bearer ${await tokenOf(somebody('owner'))}` },
  ])
    expect((await fetch(`${site.privateUrl}/office/enquiries`, { headers })).status).toBe(401);
  const headers = { [CALLER_HEADER]: await tokenOf(somebody('owner')) };
  expect((await fetch(`${site.privateUrl}/office/enquiries`, { headers })).status).toBe(200);
  expect((await fetch(`${site.url}/office/enquiries`, { headers })).status).toBe(404);
});

test('office.md lists every call, and no other', () => {
  const text = readFileSync(path.join(__dirname, '../../office.md'), 'utf8');
  const named = [...text.matchAll(/`((?:[A-Z]+ )+)(\/[^`?]+)/g)].flatMap(([, methods = '', place = '']) =>
    methods
      .trim()
      .split(' ')
      .map((method) => `${method} ${place.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(new Set(named)).toEqual(new Set(['GET /site', ...Object.keys(OFFICE)]));
});

test('what takes much away asks who somebody is', async () => {
  const asked = [
    'GET /exports/enquiries.csv',
    'GET /exports/participants.csv',
    `DELETE /enquiries/${randomUUID()}?version=new`,
    'POST /enquiries/delete',
    `POST /orders/${randomUUID()}/refunds`,
    'POST /people/export',
    'POST /people/erase',
  ].map((one) => one.split(' '));
  const statuses = (confirmed: boolean) =>
    Promise.all(
      asked.map(async ([method = '', address = '']) => {
        const body = method === 'POST' ? {} : undefined;
        return (await call(method, address, body, somebody('owner', { confirmed }))).status;
      }),
    );
  expect(await statuses(false)).toEqual(asked.map(() => 428));
  expect(await statuses(true)).not.toContain(428);
  const desk = somebody('desk', { confirmed: false });
  expect((await call('GET', '/exports/enquiries.csv', undefined, desk)).status).toBe(428);
});

test('the audit only grows', async () => {
  await call('POST', '/reply-templates', { name: 'Thanks', subject: 'Thank you', text: 'Hello' });
  expect((await call('GET', '/audit', undefined, somebody('owner'))).body.total).toBeGreaterThan(0);
  for (const text of ['delete from office_audit', "update office_audit set actor = 'x'", 'truncate office_audit'])
    await expect(site.database.query(text)).rejects.toThrow('Rows of office_audit are only added.');
});

describe('every call', () => {
  const DESK = `
  GET /enquiries
  GET /enquiries/:id
  PATCH /enquiries/:id
  DELETE /enquiries/:id
  POST /enquiries/change
  POST /enquiries/delete
  POST /enquiries/:id/notes
  DELETE /enquiries/:id/notes/:note
  GET /enquiries/:id/files/:file
  GET /enquiries/:id/draft
  POST /enquiries/:id/replies
  GET /reply-templates
  POST /reply-templates
  PUT /reply-templates/:id
  DELETE /reply-templates/:id
  GET /exports/enquiries.csv
  GET /exports/participants.csv
  GET /news/follow
  GET /enrolments
  GET /enrolments/:id
  GET /orders/:id
  POST /orders/:id/receipt
  GET /courses
  GET /attention
  GET /backups`;
  const WRITER = `
  GET /posts
  POST /posts
  GET /posts/:id
  PUT /posts/:id
  DELETE /posts/:id
  GET /posts/:id/revisions
  POST /post-previews
  POST /post-pictures`;
  const OWNER = `
  POST /orders/:id/refunds
  POST /problems/:payment/settle
  PATCH /courses/:variant
  GET /facts
  PUT /facts/:name
  POST /facts/:name/previews
  GET /facts/:name/revisions
  POST /people/show
  POST /people/export
  POST /people/erase
  GET /audit`;

  const routes = (text: string): string[] => text.trim().split(/\n\s+/);
  /** All calls of the office, each with the right that permits it besides the owner's. */
  const CALLS: readonly (readonly [call: string, right: 'desk' | 'writer' | undefined])[] = [
    ...routes(DESK).map((call) => [call, 'desk'] as const),
    ...routes(WRITER).map((call) => [call, 'writer'] as const),
    ...routes(OWNER).map((call) => [call, undefined] as const),
  ];

  test('every call of the office is in this table', async () => {
    const found: string[] = [];
    const app = Fastify();
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') found.push(`${one} ${url.replace('/office', '')}`);
    });
    validation(app);
    await app.register(async (scope) => officeRoutes(scope, site.context));
    await app.ready();
    await app.close();
    expect(found.sort()).toEqual(CALLS.map(([call]) => call).sort());
  });

  test('api/office.md names every call', () => {
    const page = readFileSync(new URL('../../office.md', import.meta.url), 'utf8');
    const missing = CALLS.map(([call]) => call.replaceAll(/:(\w+)/g, '{$1}')).filter((call) => {
      const [method = '', address = ''] = call.split(' ');
      const named = page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE|\s)+) (\/[^`?]+)/g);
      return ![...named].some(([, methods = '', path]) => path === address && methods.split(' ').includes(method));
    });
    expect(missing).toEqual([]);
  });

  const statusOf = async (call: string, right: 'owner' | 'desk' | 'writer'): Promise<number> => {
    const [method = '', path = ''] = call.split(' ');
    const address = path.replaceAll(/:\w+/g, path.startsWith('/posts') ? '999' : randomUUID());
    const left = new AbortController();
    const answer = await fetch(`${site.privateUrl}/office${address}`, {
      method,
      headers: { [CALLER_HEADER]: await tokenOf(somebody(right)) },
      signal: left.signal,
    });
    // Streams never end by themselves.
    left.abort();
    return answer.status;
  };

  test.each(CALLS)('%s is refused to everybody without the right to it', async (call, right) => {
    for (const one of ['owner', 'desk', 'writer'] as const) {
      const mayCall = one === 'owner' || one === right;
      const status = await statusOf(call, one);
      expect([one, status === 403]).toEqual([one, !mayCall]);
      expect([401, 500]).not.toContain(status);
    }
  });
});

describe('facts of the site', () => {
  const owner = somebody('owner');
  const ask = (method: string, address: string, body?: unknown) => call(method, address, body, owner);
  const fileOf = (name: string) =>
    JSON.parse(readFileSync(path.join(__dirname, '..', '..', '..', 'site', name), 'utf8'));
  const siteFacts = async (headers: Record<string, string> = {}) => fetch(`${site.privateUrl}/site`, { headers });

  test('facts are changed with the checks of their files, sent to composers, and withdrawn', async () => {
    expect(await (await siteFacts()).json()).toEqual({
      version: 'company:0,navigation:0',
      company: null,
      navigation: null,
    });
    const company = { ...fileOf('company.json'), since: 1974 };
    const gone = await ask('PUT', '/facts/company', { version: 3, value: company });
    expect(gone.status).toBe(409);
    const changed = await ask('PUT', '/facts/company', { version: 0, value: company });
    expect(changed.body).toMatchObject({ name: 'company', version: 1, value: { since: 1974 }, by: 'Asha (owner)' });
    const answer = await siteFacts();
    expect(await answer.json()).toMatchObject({ version: 'company:1,navigation:0', company: { since: 1974 } });
    expect((await siteFacts({ 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
    const wrong = await ask('PUT', '/facts/company', { version: 1, value: { ...company, email: 'nobody' } });
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringMatching(/^company is wrong at "email"/)]);
    expect((await ask('PUT', '/facts/navigation', { version: 0, value: { menu: [] } })).status).toBe(422);
    expect((await ask('PUT', '/facts/company', { version: 1, value: null })).body).toMatchObject({
      version: 2,
      value: null,
    });
    expect(await (await siteFacts()).json()).toMatchObject({ version: 'company:2,navigation:0', company: null });
    expect(await audit('company')).toEqual(['owner: withdraw', 'owner: change']);
    expect((await ask('GET', '/facts/company/revisions')).body).toMatchObject({
      total: 2,
      data: [
        { version: 2, value: null },
        { version: 1, value: { since: 1974 } },
      ],
    });
  });

  test.each([
    ['phones.1', { phones: ['+91 44 5550 1973', 'not a phone'] }],
    ['social.0.url', { social: [{ name: 'Elsewhere', url: 'javascript:alert(1)', icon: 'x' }] }],
  ])('a fact that makes a link which leads nowhere is refused: %s', async (place, change) => {
    const value = { ...fileOf('company.json'), ...change };
    const { status, body } = await ask('PUT', '/facts/company', { version: 2, value });
    expect([status, body.message]).toEqual([422, expect.stringContaining(`company is wrong at "${place}"`)]);
  });

  test.each([
    [{ chat: '+91 98400 01973' }, 'company is wrong at "chat": This must be digits with the country’s code'],
    [{ hours: Array.from({ length: 8 }, String) }, 'company is wrong at "hours": There may be seven lines.'],
  ])('%j is refused in words of who types it', async (change, words) => {
    const value = { ...fileOf('company.json'), ...change };
    const { body } = await ask('PUT', '/facts/company', { version: 2, value });
    expect(body.message).toContain(words);
  });

  test('what is not saved yet is shown to who has the address of its preview, for an hour', async () => {
    const value = { ...fileOf('company.json'), since: 1899 };
    const saved = await (await siteFacts()).json();
    const { path: address, until } = (await ask('POST', '/facts/company/previews', { value })).body;
    const id = /^\/\?preview=content-([0-9a-f-]{36})$/.exec(address)?.[1];
    const look = async () => fetch(`${site.privateUrl}/site?preview=${id}`);
    expect(await (await look()).json()).toMatchObject({
      company: { since: 1899 },
      navigation: saved.navigation,
      preview: { by: 'Asha (owner)', until },
    });
    expect(await (await siteFacts()).json()).toEqual(saved);
    const wrong = await ask('POST', '/facts/company/previews', { value: { ...value, email: 'nobody' } });
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringMatching(/^company is wrong at "email"/)]);
    expect((await call('POST', '/facts/company/previews', { value }, somebody('desk'))).status).toBe(403);
    expect((await fetch(`${site.privateUrl}/site?preview=1`)).status).toBe(400);
    await site.database.query("update fact_previews set created_at = now() - interval '61 minutes'");
    expect((await look()).status).toBe(404);
    await ask('POST', '/facts/company/previews', { value });
    expect(await site.database.query('select count(*)::int as n from fact_previews')).toEqual([{ n: 1 }]);
  });

  test('mails say what the office says, from the moment that it is saved', async () => {
    const now = (await ask('GET', '/facts')).body.data[0];
    const phones = ['+91 44 5550 2026', '+91 98400 02026'];
    const mail = { to: 'desk@mill.example', from: 'site@mill.example' };
    const value = { ...fileOf('company.json'), name: 'New Mill', email: 'new@mill.example', phones, mail };
    const headersOf = (email: string) =>
      until(async () => {
        const text = (await site.outbox()).find((one) => one.includes(`Reply-To: ${email}\r\n`));
        return text?.slice(0, text.indexOf('\r\n\r\n'));
      });
    await enquire({ email: 'before@x.example' });
    expect(await headersOf('before@x.example')).toMatch(/^To: hello@noolandneedle\.example\r?$/m);
    const saved = await ask('PUT', '/facts/company', { version: now.version, value });
    expect(saved.status).toBe(200);
    const id = await enquire({ email: 'after@x.example' });
    const head = await headersOf('after@x.example');
    expect(head).toMatch(/^From: New Mill <site@mill\.example>\r?$/m);
    expect(head).toMatch(/^To: desk@mill\.example\r?$/m);
    await call('POST', `/enquiries/${id}/replies`, { id: randomUUID(), subject: 'Silk', text: 'Yes' });
    expect(await headersOf('desk@mill.example')).toMatch(/^To: after@x\.example\r?$/m);
    const owner = await site.context.owner(site.context.database.db);
    expect(owner).toMatchObject({ email: 'new@mill.example', phones });
    // Composers publish the facts, so mail addresses of the office must not be among them.
    expect(JSON.stringify(await (await siteFacts()).json())).not.toContain('desk@mill.example');

    const withoutMail = { ...value, mail: undefined };
    await ask('PUT', '/facts/company', { version: saved.body.version, value: withoutMail });
    await enquire({ email: 'later@x.example' });
    expect(await headersOf('later@x.example')).toMatch(/^To: new@mill\.example\r?$/m);
  });

  test('mails follow the file while it counts, and its last good state when it breaks', async () => {
    const { version } = (await ask('GET', '/facts')).body.data[0];
    await ask('PUT', '/facts/company', { version, value: null });
    const { owner, database } = site.context;
    const file = path.join(site.dataDir, 'company.json');
    await writeFile(file, JSON.stringify({ name: 'Other Mill', email: 'other@mill.example' }));
    const said = { name: 'Other Mill', mail: { from: 'other@mill.example', to: 'other@mill.example' } };
    expect(await owner(database.db)).toMatchObject(said);
    await writeFile(file, '{');
    expect(await owner(database.db)).toMatchObject(said);
    expect(site.log.join()).toContain("The company's details in");
  });

  test('of two writers the second one notices', async () => {
    const value = fileOf('navigation.json');
    const both = await Promise.all([0, 0].map((version) => ask('PUT', '/facts/navigation', { version, value })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const later = await Promise.all([1, 1].map((version) => ask('PUT', '/facts/navigation', { version, value })));
    expect(later.map(({ status }) => status).sort()).toEqual([200, 409]);
    const said = later.find(({ status }) => status === 409)?.body.message;
    expect(said).toMatch(/^Asha \(owner\) changed this on \d+ \w+ \d{4}, \d\d:\d\d .*Load it again/);
  });

  test('personal data is shown, exported and erased with everything that belongs to it', async () => {
    const email = 'Meera.Own@x.example';
    const id = await enquire({ email });
    await call('POST', `/enquiries/${id}/notes`, { id: randomUUID(), text: 'Wants silk' });
    await call('POST', `/enquiries/${id}/replies`, { id: randomUUID(), subject: 'Silk', text: 'Yes' });
    const shown = (await ask('POST', '/people/show', { email: 'meera.own@X.example' })).body;
    expect(shown).toMatchObject({
      enquiries: [{ id }],
      notes: [{ text: 'Wants silk' }],
      replies: [{ subject: 'Silk' }],
      mails: [{ email }, { email }],
    });
    const exported = await ask('POST', '/people/export', { email });
    expect(exported.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await ask('POST', '/people/erase', { email })).body).toMatchObject({ erased: { enquiries: 1, mails: 2 } });
    const left = (await ask('POST', '/people/show', { email })).body;
    expect([left.enquiries, left.notes, left.replies, left.mails]).toEqual([[], [], [], []]);
    const audit = (await ask('GET', '/audit?area=people')).body.data;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(['show', 'erase', 'export', 'show']);
    expect(new Set(audit.map(({ record }: { record: string }) => record)).size).toBe(1);
    expect(JSON.stringify(audit).toLowerCase()).not.toContain('meera');
  });

  test('a link of the menu to a page that the site does not have is refused in words, also further down', async () => {
    const { version } = (await ask('GET', '/facts')).body.data.find(
      ({ name }: { name: string }) => name === 'navigation',
    );
    const file = fileOf('navigation.json');
    const [first, ...rest] = file.menu;
    const save = (value: unknown) => ask('PUT', '/facts/navigation', { version, value });
    const wrong = await save({ ...file, menu: [{ ...first, href: '/no-such-page' }, ...rest] });
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      'The site has no page at /no-such-page. Mend the path, or make the page first.',
    ]);
    // Addresses on other origins are refused without a request to them.
    for (const href of ['//127.0.0.1:9/x', '/\\127.0.0.1:9/x'])
      expect((await save({ ...file, menu: [{ ...first, href }, ...rest] })).body.message).toContain('must be a path');
    const quickLinks = [
      { label: 'A', href: '/nowhere?a=1' },
      { label: 'B', href: '/about-us' },
      { label: 'C', href: '/no' },
    ];
    const several = await save({ ...file, footer: { ...file.footer, quickLinks } });
    expect([several.status, several.body.message]).toEqual([422, expect.stringContaining('/nowhere?a=1, /no.')]);
    expect((await save(file)).body).toMatchObject({ name: 'navigation', version: version + 1 });
  });
});
