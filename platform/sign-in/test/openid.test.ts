import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProvider, type TestProvider } from '../src/testing/provider';
import { TestBrowser } from './browser';
import { ORIGIN, startService, type TestService } from './service';

const ANNA = { sub: 'anna', name: 'Anna', email: 'anna@x.example', groups: ['web'] };
const CLIENT_SECRET = 'a-secret-of-32-characters-or-more';
const RIGHTS = JSON.stringify({ helpdesk: { web: ['admin'], blog: ['releaser:blog'] } });

let provider: TestProvider;
let service: TestService;
let browser: TestBrowser;
const envFor = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'helpdesk',
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_RIGHTS: RIGHTS,
});

beforeAll(async () => {
  provider = await startProvider('helpdesk', CLIENT_SECRET, ORIGIN);
});
afterAll(() => provider.close());
// Each test starts its own service: together they make more than ten sign-ins a minute.
beforeEach(async () => {
  service = await startService(envFor(provider.issuer));
  await provider.setAccount(ANNA);
  browser = new TestBrowser(service.app, ORIGIN);
});
afterEach(() => service.close());

const renewalIsDue = () => service.pool.query("update sessions set renew_at = now() - interval '1 second'");

test('somebody whom the provider knows comes in with the rights of their groups', async () => {
  const { status, body } = await browser.visit('/sign-in/openid');
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ name: 'Anna', rights: ['admin'] });
  expect(await browser.get('/sign-in/people')).toMatchObject({ people: [{ email: 'anna@x.example' }] });
  expect(browser.cookie('helpdesk-session')).toHaveLength(43);
  // Neither links nor rights are given here.
  const [{ csrf }, { id }] = [await browser.get<{ csrf: string }>('/sign-in/me'), JSON.parse(body)];
  for (const path of ['invite', `${id}/link`, `${id}/rights`]) {
    const given = { name: 'Berta', right: 'viewer', rights: ['admin'] };
    expect([path, (await browser.post(`/sign-in/people/${path}`, given, csrf)).status]).toEqual([path, 409]);
  }
});

test('who goes to a provider that does not answer reads why on a page, and a script reads a message', async () => {
  await service.close();
  service = await startService(envFor('http://127.0.0.1:9'));
  const ask = (accept: string) =>
    service.app.inject({ url: '/sign-in/openid', headers: { host: new URL(ORIGIN).host, accept } });
  const page = await ask('text/html,*/*;q=0.8');
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.body).toContain('<p role="alert">The identity provider');
  expect((await ask('*/*')).json()).toEqual({ message: expect.stringContaining('The identity provider') });
});

test('a provider is asked for no scope that it does not list', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, scopes_supported: ['openid', 'email'] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await service.close();
  service = await startService(envFor(issuer));
  const { headers } = await service.app.inject({ url: '/sign-in/openid', headers: { host: new URL(ORIGIN).host } });
  expect(new URL(String(headers.location)).searchParams.get('scope')).toBe('openid profile email');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('somebody of no group, or whose access was ended, stays out and is told why', async () => {
  await provider.setAccount({ ...ANNA, groups: ['kitchen'] });
  const { url, body } = await browser.visit('/sign-in/openid');
  expect(url).toBe(`${ORIGIN}/sign-in?problem=rights`);
  expect(body).toContain('none of your groups may use this service');
  expect(browser.cookie('helpdesk-session')).toBeUndefined();
  await provider.setAccount(ANNA);
  await browser.visit('/sign-in/openid');
  await service.pool.query('update people set ended_at = now()');
  expect((await browser.visit('/sign-in/openid')).body).toContain('Your access was ended.');
});

test('who takes the name of somebody else at the provider has another one in the audit', async () => {
  await browser.visit('/sign-in/openid');
  await provider.setAccount({ ...ANNA, sub: 'kim', name: 'Kim' });
  await new TestBrowser(service.app, ORIGIN).visit('/sign-in/openid');
  for (const name of ['\u039Aim', 'An\u200Bna', 'А\u00ADnna', 'Ａnna', 'An na', 'An\u202Ena']) {
    await provider.setAccount({ ...ANNA, sub: 'mallory', name, email: 'mallory@x.example' });
    const { body } = await new TestBrowser(service.app, ORIGIN).visit('/sign-in/openid');
    expect(JSON.parse(body)).toMatchObject({ name: `${name.replace('\u202E', '')} (mallory@x.example)` });
  }
  const { entries } = await browser.get<{ entries: { actor: string }[] }>('/sign-in/audit');
  expect(entries.filter(({ actor }) => !actor.endsWith(' (mallory@x.example)'))).toHaveLength(2);
  // The first person keeps the name.
  await provider.setAccount(ANNA);
  await renewalIsDue();
  expect(await browser.get('/')).toMatchObject({ name: 'Anna' });
});

test('rights follow the groups when the session is renewed, and a session whose groups are gone ends', async () => {
  await browser.visit('/sign-in/openid');
  await provider.setAccount({ ...ANNA, groups: ['blog'] });
  await renewalIsDue();
  const answers = await Promise.all([browser.get('/'), browser.get('/'), browser.get('/')]);
  for (const answer of answers) expect(answer).toMatchObject({ rights: ['releaser:blog'] });

  await provider.setAccount({ ...ANNA, groups: [] });
  await renewalIsDue();
  expect(await browser.get('/')).toMatchObject({ code: 'sign-in' });
});

test('a provider that does not answer is waited for once, and signs nobody out for it for a while', async () => {
  await browser.visit('/sign-in/openid');
  await renewalIsDue();
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    throw new DOMException('The operation timed out.', 'TimeoutError');
  });
  const answers = await Promise.all(Array.from({ length: 12 }, () => browser.get('/')));
  for (const answer of answers) expect(answer).toMatchObject({ name: 'Anna' });
  expect(fetched).toHaveBeenCalledTimes(1);
  // After a quarter of an hour without it nobody goes on.
  await service.pool.query("update sessions set renew_at = now() - interval '15 minutes'");
  expect(await browser.get('/')).toMatchObject({ code: 'sign-in' });
  fetched.mockRestore();
});

test.each([
  ['goes away in the middle of a renewal', '/me', () => Promise.reject(new DOMException('', 'TimeoutError'))],
  ['is asked too often', '/token', async () => Response.json({ error: 'too_many_requests' }, { status: 429 })],
])('a provider that %s signs nobody out for it', async (_what, path, answer) => {
  await browser.visit('/sign-in/openid');
  await renewalIsDue();
  const fetch = globalThis.fetch;
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url, options) => (new URL(String(url)).pathname === path ? answer() : fetch(url, options)));
  expect(await browser.get('/')).toMatchObject({ name: 'Anna' });
  expect(fetched.mock.calls.map(([url]) => new URL(String(url)).pathname)).toContain(path);
  fetched.mockRestore();
  // It is asked again after half a minute.
  const now = performance.now();
  const later = jest.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
  await provider.setAccount({ ...ANNA, groups: ['blog'] });
  expect(await browser.get('/')).toMatchObject({ rights: ['releaser:blog'] });
  later.mockRestore();
});

test('a key that the provider has just started to use is believed', async () => {
  await browser.visit('/sign-in/openid');
  await provider.rotateKeys();
  const { status, body } = await new TestBrowser(service.app, ORIGIN).visit('/sign-in/openid');
  expect([status, JSON.parse(body).name]).toEqual([200, 'Anna']);
});

test('a code that is replayed, in the same browser or another, signs nobody in', async () => {
  const { url } = await browser.visit('/sign-in/openid', /\/sign-in\/callback/);
  const other = new TestBrowser(service.app, ORIGIN);
  expect((await other.visit(url)).url).toContain('problem=provider');
  const attempt = browser.cookie('helpdesk-attempt') ?? '';
  expect((await browser.visit(url)).status).toBe(200);
  browser.setCookie('helpdesk-attempt', attempt);
  expect((await browser.visit(url)).url).toContain('problem=provider');
});

test('an answer of another issuer, or with another state, signs nobody in', async () => {
  for (const [name, value] of [
    ['iss', 'http://127.0.0.1:1'],
    ['state', 'made-up'],
  ] as const) {
    const own = new TestBrowser(service.app, ORIGIN);
    const { url } = await own.visit('/sign-in/openid', /\/sign-in\/callback/);
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    expect((await own.visit(changed.href)).url).toContain('problem=provider');
  }
});

test('a sign-in that took longer than its ten minutes signs nobody in', async () => {
  const { url } = await browser.visit('/sign-in/openid', /\/sign-in\/callback/);
  await service.pool.query("update attempts set expires_at = expires_at - interval '10 minutes'");
  expect((await browser.visit(url)).url).toContain('problem=provider');
});

test('a provider that calls itself otherwise than its address is not believed', async () => {
  const other = await startService(envFor(provider.issuer.replace('127.0.0.1', 'localhost')));
  const { status, body } = await new TestBrowser(other.app, ORIGIN).visit('/sign-in/openid');
  expect(status).toBe(503);
  expect(body).toContain('The identity provider does not answer. Try again in a minute.');
  await other.close();
});

test('signing out ends the session here and leads to where the provider ends its own', async () => {
  await browser.visit('/sign-in/openid');
  const { csrf } = await browser.get<{ csrf: string }>('/sign-in/me');
  const cookie = browser.cookie('helpdesk-session') ?? '';
  const { location } = JSON.parse((await browser.post('/sign-in/out', {}, csrf)).body) as { location: string };
  expect(location).toMatch(`${provider.issuer}/session/end?`);
  expect(new URL(location).searchParams.get('id_token_hint')).toMatch(/^ey/);
  browser.setCookie('helpdesk-session', cookie);
  expect(await browser.get('/')).toMatchObject({ code: 'sign-in' });
});

test('who signs out waits two seconds at most for a provider that does not answer', async () => {
  await browser.visit('/sign-in/openid');
  const { csrf } = await browser.get<{ csrf: string }>('/sign-in/me');
  const waits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const { body } = await browser.post('/sign-in/out', {}, csrf);
  expect([JSON.parse(body), waits.mock.calls]).toEqual([{ location: '/sign-in?problem=out' }, [[2000]]]);
  waits.mockRestore();
});

test('a second confirmation signs the same person in, and refuses another person', async () => {
  await browser.visit('/sign-in/openid');
  await service.pool.query("update sessions set authenticated_at = now() - interval '1 hour'");
  const { csrf } = await browser.get<{ csrf: string }>('/sign-in/me');
  expect(JSON.parse((await browser.post('/erase', {}, csrf)).body)).toMatchObject({ code: 'sign-in-again' });

  expect((await browser.visit('/sign-in/openid?again=1&next=/')).status).toBe(200);
  const again = await browser.get<{ csrf: string }>('/sign-in/me');
  expect((await browser.post('/erase', {}, again.csrf)).status).toBe(200);

  const { url } = await browser.visit('/sign-in/openid?again=1', /\/sign-in\/callback/);
  await service.pool.query(`update attempts set data = jsonb_set(data, '{again}', '"somebody else"')`);
  expect((await browser.visit(url)).body).toContain('You are somebody else than the person who has to confirm.');
});

test('whom the provider lets in without a question has not said again who they are', async () => {
  await provider.setAccount({ ...ANNA, saidAt: Math.floor(Date.now() / 1000) - 3_600 });
  await browser.visit('/sign-in/openid');
  const { csrf } = await browser.get<{ csrf: string }>('/sign-in/me');
  expect(JSON.parse((await browser.post('/erase', {}, csrf)).body)).toMatchObject({ code: 'sign-in-again' });

  // A provider whose clock is ahead has said so now.
  await provider.setAccount({ ...ANNA, saidAt: Math.floor(Date.now() / 1000) + 600 });
  await browser.visit('/sign-in/openid?again=1&next=/');
  const again = await browser.get<{ csrf: string }>('/sign-in/me');
  expect((await browser.post('/erase', {}, again.csrf)).status).toBe(200);
});
