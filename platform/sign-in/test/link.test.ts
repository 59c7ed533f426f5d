import { type AddressInfo, connect } from 'node:net';
import { invite } from '../src/people';
import { writeAudit } from '../src/tables';
import { TestBrowser } from './browser';
import { ORIGIN, RIGHTS, startService, type TestService } from './service';

let service: TestService;
let browser: TestBrowser;
beforeEach(async () => {
  service = await startService();
  browser = new TestBrowser(service.app, ORIGIN);
});
afterEach(() => service.close());

const linkFor = (name = 'Anna', right = 'admin') => service.linkOf(name, right);
const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** Sends the form on the link's page. */
const useLink = (link: string, own = browser) =>
  own.request('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: tokenOf(link), next: '/' }).toString(),
  });
const me = (own = browser) => own.get<{ csrf: string; session: string; code?: string }>('/sign-in/me');
const ageSession = (column: string, interval: string) =>
  service.pool.query(`update sessions set ${column} = now() - interval '${interval}'`);

test('a link signs in once; only its form uses it up, so looking at it does no harm', async () => {
  const link = await linkFor();
  const { body } = await browser.request(link);
  expect(body).toContain('Sign in with this link');
  expect(body).toContain('<code>npm run desk -- help link NAME</code> prints one.');
  expect((await browser.request(link)).status).toBe(200);
  const { status, headers } = await useLink(link);
  expect([status, headers.get('location')]).toEqual([303, '/']);
  expect(headers.get('set-cookie')).toMatch(/^helpdesk-session=.{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await browser.get('/')).toMatchObject({ name: 'Anna', rights: ['admin'] });

  const other = new TestBrowser(service.app, ORIGIN);
  expect((await useLink(link, other)).headers.get('location')).toBe('/sign-in?problem=link');
  expect(other.cookie('helpdesk-session')).toBeUndefined();
});

test('two people who are invited under one name are two, each with their own rights', async () => {
  const other = new TestBrowser(service.app, ORIGIN);
  const invitation = { name: 'Anna', actor: 'a test', model: RIGHTS, origin: ORIGIN };
  await useLink(await invite(service.pool, { ...invitation, rights: ['admin'] }));
  await useLink(await invite(service.pool, { ...invitation, rights: ['viewer'] }), other);
  expect(await browser.get('/')).toMatchObject({ name: 'Anna', rights: ['admin'] });
  expect(await other.get('/')).toMatchObject({
    name: expect.stringMatching(/^Anna \([\da-f]{8}\)$/),
    rights: ['viewer'],
  });
  expect((await me(other)).session).not.toBe((await me()).session);
});

test('a name with signs that join its letters, as in Malayalam, is invited; one that turns its line around is not', async () => {
  const anil = '\u0D05\u0D28\u0D3F\u0D32\u0D4D\u200D';
  const browser = new TestBrowser(service.app, ORIGIN);
  await useLink(await service.linkOf(anil, 'viewer'), browser);
  expect(await browser.get('/sign-in/me')).toMatchObject({ person: { name: anil } });
  await expect(service.linkOf('An\u202Ena', 'viewer')).rejects.toThrow('A name of 1 to 100 characters is missing');
});

test('a link that is too old, or made up, signs nobody in', async () => {
  const link = await linkFor();
  await service.pool.query("update invitations set expires_at = now() - interval '1 second'");
  for (const each of [link, `${ORIGIN}/sign-in?token=made-up`])
    expect((await useLink(each)).headers.get('location')).toBe('/sign-in?problem=link');
});

test('what a browser holds before signing in is worth nothing after it', async () => {
  browser.setCookie('helpdesk-session', 'chosen-by-somebody-else');
  await browser.request('/sign-in');
  browser.setCookie('helpdesk-session', 'chosen-by-somebody-else');
  await useLink(await linkFor());
  const first = browser.cookie('helpdesk-session') ?? '';
  expect(first).not.toBe('chosen-by-somebody-else');
  await useLink(await linkFor());
  const own = new TestBrowser(service.app, ORIGIN);
  await own.request('/sign-in');
  own.setCookie('helpdesk-session', first);
  expect(await me(own)).toMatchObject({ code: 'sign-in' });
});

test.each([
  ['seen_at', '31 minutes'],
  // As after a clock was set back.
  ['seen_at', '-31 minutes'],
  ['created_at', '12 hours 1 minute'],
])('a session ends: %s %s ago', async (column, interval) => {
  await useLink(await linkFor());
  await ageSession(column, interval);
  expect(await me()).toMatchObject({ code: 'sign-in' });
  expect((await browser.request('/')).headers.get('location')).toBe('/sign-in?next=%2F');
  // The next sign-in, of anybody, removes it.
  await useLink(await linkFor('Berta'), new TestBrowser(service.app, ORIGIN));
  expect((await service.pool.query('select from sessions')).rowCount).toBe(1);
});

test('what a page asks for by itself keeps no session alive', async () => {
  await useLink(await linkFor());
  await ageSession('seen_at', '20 minutes');
  const seen = async () =>
    (await service.pool.query('select now() - seen_at as age from sessions')).rows[0].age.minutes;
  await browser.request('/', { headers: { 'x-background': '1' } });
  expect(await seen()).toBe(20);
  await browser.request('/');
  expect(await seen()).toBeUndefined();
});

test('a change needs the exact origin and the session’s own token', async () => {
  await useLink(await linkFor());
  const { csrf } = await me();
  const payload = JSON.stringify({});
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-csrf-token': csrf };
  const post = (more: Record<string, string>) =>
    browser.request('/erase', { method: 'POST', payload, headers: { ...headers, ...more } });
  const { origin: _none, ...withoutOrigin } = { origin: '', ...headers };
  for (const origin of ['https://elsewhere.example', 'null', 'http://localhost:4301', 'http://localhost.example:4300'])
    expect((await post({ origin })).status).toBe(403);
  const bare = {
    method: 'POST',
    url: '/erase',
    payload,
    headers: { ...withoutOrigin, host: 'localhost:4300' },
  } as const;
  expect((await service.app.inject(bare)).json()).toEqual({
    message: 'This request does not come from a page of this service.',
  });
  expect((await post({ 'x-csrf-token': '' })).status).toBe(403);
  const other = new TestBrowser(service.app, ORIGIN);
  await useLink(await linkFor('Berta'), other);
  expect((await post({ 'x-csrf-token': (await me(other)).csrf })).status).toBe(403);
  expect((await post({})).status).toBe(200);
});

test('over the network, without TLS, neither a link nor a session that is open gets in', async () => {
  const link = await linkFor();
  await useLink(await linkFor('Berta'));
  const session = `helpdesk-session=${browser.cookie('helpdesk-session')}`;
  for (const host of ['192.168.1.20:4300', 'name.test:4300', 'localhost.:4300']) {
    const other = new TestBrowser(service.app, ORIGIN);
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ token: tokenOf(link) }).toString();
    const answers = [
      await other.request(link, { headers: { host } }),
      await other.request('/sign-in', { method: 'POST', payload, headers }),
      await other.request('/', { headers: { host, cookie: session } }),
    ];
    expect(answers.map((answer) => [answer.status, answer.headers.get('set-cookie')])).toEqual(
      answers.map(() => [421, null]),
    );
  }
  // None of these requests used the link up.
  expect((await useLink(link)).headers.get('location')).toBe('/');
});

test('the service answers at its own address only, is framed by nobody and runs nobody else’s code', async () => {
  const own = 'https://desk.example';
  await service.close();
  service = await startService({ HELPDESK_ORIGIN: own });
  browser = new TestBrowser(service.app, own);
  expect((await browser.request('/sign-in', { headers: { host: 'attacker.example' } })).status).toBe(421);
  const { 'set-cookie': cookie, ...headers } = Object.fromEntries((await useLink(await linkFor())).headers);
  expect(cookie).toMatch(/^__Host-helpdesk-session=.{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'; img-src 'self' data:",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    'strict-transport-security': 'max-age=31536000',
  });
});

test('a request that names the service’s address beside another is refused: a proxy may have believed the other', async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const { host } = new URL(ORIGIN);
  const statusFor = async (...hosts: string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(
      `GET /sign-in HTTP/1.1\r\n${hosts.map((one) => `Host: ${one}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer.slice(9, 12);
  };
  expect(await statusFor(host)).toBe('200');
  expect(await statusFor(host, 'attacker.example')).toBe('421');
});

test('a path to go on to stays within the service, and texts stay texts', async () => {
  for (const next of [
    '//evil.example',
    '/\t/evil.example',
    `/${'a'.repeat(1000)}`,
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])
    expect((await browser.request(`/sign-in?next=${encodeURIComponent(next)}`)).body).toContain('data-passkey="/"');
  const list = `/enquiries?q=${encodeURIComponent('பள்ளி சீருடை'.repeat(5))}`;
  expect((await browser.request(`/sign-in?next=${encodeURIComponent(list)}`)).body).toContain(`data-passkey="${list}"`);
  const { body } = await browser.request(`/sign-in?token=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(body).not.toContain('<script>alert');
});

test('somebody with another right is refused, and what cannot be undone asks again', async () => {
  await useLink(await linkFor('Berta', 'releaser:blog'));
  expect((await browser.post('/erase', {}, (await me()).csrf)).status).toBe(403);
  await useLink(await linkFor());
  for (const age of ['6 minutes', '-6 minutes']) {
    await ageSession('authenticated_at', age);
    const { status, body } = await browser.post('/erase', {}, (await me()).csrf);
    expect([status, JSON.parse(body).code]).toEqual([403, 'sign-in-again']);
  }
});

test('sessions are listed and ended by their owner, and by nobody else', async () => {
  await useLink(await linkFor());
  const other = new TestBrowser(service.app, ORIGIN);
  await useLink(await linkFor(), other);
  const { sessions } = await browser.get<{ sessions: { id: string }[] }>('/sign-in/mine');
  expect(sessions).toHaveLength(2);
  const stranger = new TestBrowser(service.app, ORIGIN);
  await useLink(await linkFor('Berta', 'viewer'), stranger);
  const theirs = await me(other);
  expect((await stranger.post(`/sign-in/sessions/${theirs.session}/end`, {}, (await me(stranger)).csrf)).status).toBe(
    404,
  );
  expect((await browser.post(`/sign-in/sessions/${theirs.session}/end`, {}, (await me()).csrf)).status).toBe(200);
  expect(await me(other)).toMatchObject({ code: 'sign-in' });
});

test('access that was ended ends sessions at once, and links that are under way', async () => {
  await useLink(await linkFor());
  const stranger = new TestBrowser(service.app, ORIGIN);
  await useLink(await linkFor('Berta', 'viewer'), stranger);
  const link = await linkFor('Berta', 'viewer');
  const { people } = await browser.get<{ people: { id: string; name: string }[] }>('/sign-in/people');
  const berta = people.find(({ name }) => name === 'Berta');
  expect((await stranger.post(`/sign-in/people/${berta?.id}/end`, {}, (await me(stranger)).csrf)).status).toBe(403);
  expect((await browser.post(`/sign-in/people/${berta?.id}/end`, {}, (await me()).csrf)).status).toBe(200);
  expect(await me(stranger)).toMatchObject({ code: 'sign-in' });
  expect((await useLink(link, stranger)).headers.get('location')).toBe('/sign-in?problem=link');
});

test('the audit tells all of it, and nobody can change it', async () => {
  await useLink(await linkFor());
  const { entries } = await browser.get<{ entries: { action: string; actor: string }[] }>('/sign-in/audit');
  expect(entries.map(({ action, actor }) => [actor, action])).toEqual([
    ['Anna', 'sign in'],
    ['a test', 'invite'],
  ]);
  for (const text of ["update audit set actor = 'x'", 'delete from audit', 'truncate audit'])
    await expect(service.pool.query(text)).rejects.toThrow('The audit may only grow.');
});

test('the audit begins with its newest line, however long it is', async () => {
  await useLink(await linkFor());
  for (let number = 1; number <= 120; number += 1)
    await writeAudit(service.pool, { actor: 'Anna', action: 'try', subject: String(number) });
  const { entries } = await browser.get<{ entries: { subject: string }[] }>('/sign-in/audit?limit=30');
  expect(entries.map(({ subject }) => subject)).toEqual(Array.from({ length: 30 }, (_, index) => String(120 - index)));
});

test('who tries links is stopped after ten a minute', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1)
    statuses.push((await useLink(`${ORIGIN}/sign-in?token=guess-${attempt}`)).status);
  expect(statuses).toEqual([...Array(10).fill(303), 429, 429]);
  expect((await useLink(await linkFor())).body).toContain('<p role="alert">Too many attempts.');
});
