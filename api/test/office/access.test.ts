import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { officeRoutes } from '../../src/office/routes';
import { validation } from '../../src/plugins/requests';
import { CALLER_HEADER, readCaller, signCaller } from '../../wire/office/caller';
import { officeOf, somebody } from '../helpers/office';
import { startSite, type TestSite } from '../helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
const { call, tokenOf } = officeOf(() => site);
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
  // A clock that is far ahead would make tokens that last.
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

test.each([
  ['/enquiries', { owner: 200, desk: 200, writer: 403 }],
  ['/reply-templates', { owner: 200, desk: 200, writer: 403 }],
  ['/news', { owner: 200, desk: 200, writer: 403 }],
  ['/exports/enquiries.csv', { owner: 200, desk: 200, writer: 403 }],
  ['/attention', { owner: 200, desk: 200, writer: 403 }],
  ['/enrolments', { owner: 200, desk: 200, writer: 403 }],
  ['/courses', { owner: 200, desk: 200, writer: 403 }],
  ['/facts', { owner: 200, desk: 403, writer: 403 }],
  ['/audit', { owner: 200, desk: 403, writer: 403 }],
])('%s is for who has the right to it', async (address, statuses) => {
  for (const [right, status] of Object.entries(statuses))
    expect([right, (await call('GET', address, undefined, somebody(right as 'desk'))).status]).toEqual([right, status]);
});

test('what takes much away asks who somebody is', async () => {
  const tired = { confirmedAt: Date.now() - 11 * 60_000 };
  expect((await call('GET', '/exports/enquiries.csv', undefined, somebody('desk', tired))).status).toBe(428);
  expect((await call('GET', '/exports/enquiries.csv', undefined, somebody('owner', tired))).status).toBe(428);
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
  GET /news
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
  /** Every call of the office, and who may make it beside an owner. */
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
    // A stream has no end.
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
