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

test('in production an office needs a secret of its own', async () => {
  const own = await startSite({ NODE_ENV: 'production' });
  expect((await fetch(`${own.privateUrl}/office/enquiries`)).status).toBe(404);
  await own.stop();
});
