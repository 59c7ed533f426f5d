import { changeRights } from '../src/people';
import { TestBrowser } from './browser';
import { ORIGIN, RIGHTS, startService, type TestService } from './service';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const linkOf = (name: string, right: string) => service.linkOf(name, right);

const useLink = (link: string, browser: TestBrowser) =>
  browser.request('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '' }).toString(),
  });

/** A person who is signed in. */
interface Member {
  browser: TestBrowser;
  id: string;
  session: string;
  csrf: string;
  post(path: string, body?: unknown): Promise<{ status: number; message: string }>;
}

async function signIn(name: string, right: string): Promise<Member> {
  const browser = new TestBrowser(service.app, ORIGIN);
  await useLink(await linkOf(name, right), browser);
  const { csrf, session } = await browser.get<{ csrf: string; session: string }>('/sign-in/me');
  const { id } = await browser.get<{ id: string }>('/');
  const post: Member['post'] = async (path, body = {}) => {
    const { status, body: text } = await browser.post(path, body, csrf);
    return { status, message: (JSON.parse(text) as { message?: string }).message ?? '' };
  };
  return { browser, id, session, csrf, post };
}

/** Gives a person a passkey. */
const keyOf = ({ id }: Member) =>
  service.pool.query(
    "insert into passkeys (id, person_id, public_key, counter, transports, name) values ('lost', $1, '', 0, '{}', 'Phone')",
    [id],
  );

const rightsOf = async ({ browser }: Member) => (await browser.get<{ rights: string[] }>('/')).rights;
const newestOf = async ({ browser }: Member) =>
  (await browser.get<{ entries: Record<string, unknown>[] }>('/sign-in/audit')).entries[0];

test('a manager changes somebody’s rights: their session has them at once, and the audit says from what to what', async () => {
  const anna = await signIn('Anna', 'admin');
  const berta = await signIn('Berta', 'viewer');
  const rights = ['releaser:articles,shop', 'viewer'];
  expect((await anna.post(`/sign-in/people/${berta.id}/rights`, { rights })).status).toBe(200);
  expect(await rightsOf(berta)).toEqual(['releaser:articles', 'releaser:shop', 'viewer']);
  expect(await newestOf(anna)).toMatchObject({
    actor: 'Anna',
    action: 'change rights',
    subject: 'Berta',
    detail: { before: ['viewer'], after: ['releaser:articles', 'releaser:shop', 'viewer'] },
  });
  // A releaser manages nobody: neither herself nor others.
  for (const { id } of [anna, berta])
    expect((await berta.post(`/sign-in/people/${id}/rights`, { rights: ['admin'] })).status).toBe(403);
  for (const wrong of [[], ['owner'], ['admin:articles'], ['releaser'], ['__proto__']])
    expect([wrong, (await anna.post(`/sign-in/people/${berta.id}/rights`, { rights: wrong })).status]).toEqual([
      wrong,
      400,
    ]);
});

test('of two managers who change somebody’s rights at once the second learns of the first, and gives nothing back', async () => {
  const anna = await signIn('Anna', 'admin');
  const berta = await signIn('Berta', 'viewer');
  const path = `/sign-in/people/${berta.id}/rights`;
  // A repeated request, as after a lost response, is no conflict.
  for (const _twice of [1, 2])
    expect((await anna.post(path, { rights: ['releaser:shop'], seen: ['viewer'] })).status).toBe(200);
  const second = await anna.post(path, { rights: ['viewer', 'releaser:articles'], seen: ['viewer'] });
  expect(second).toEqual({
    status: 409,
    message: 'Somebody else changed this meanwhile: Berta holds releaser:shop now. Load the page again.',
  });
  expect(await rightsOf(berta)).toEqual(['releaser:shop']);
});

test('the last who manages people keeps that right, also when two take it from each other at once', async () => {
  const anna = await signIn('Anna', 'admin');
  const own = `/sign-in/people/${anna.id}/rights`;
  expect(await anna.post(own, { rights: ['viewer'] })).toEqual({
    status: 409,
    message: 'Nobody would hold the right "admin" any more. Give it to somebody else first.',
  });
  expect(await rightsOf(anna)).toEqual(['admin']);

  const berta = await signIn('Berta', 'admin');
  // Also where others manage people, nobody ends their own access by mistake.
  expect(await anna.post(`/sign-in/people/${anna.id}/end`)).toEqual({
    status: 409,
    message: 'This is you. Ask somebody else to end your access.',
  });
  const statuses = await Promise.all([
    anna.post(`/sign-in/people/${berta.id}/rights`, { rights: ['viewer'] }),
    berta.post(`/sign-in/people/${anna.id}/end`),
  ]);
  expect(statuses.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  const { rows } = await service.pool.query(`select name from people where ended_at is null and 'admin' = any(rights)`);
  expect(rows).toHaveLength(1);
});

test('access ends at once also while a session of that person is being renewed', async () => {
  const anna = await signIn('Anna', 'admin');
  const { id, session } = await signIn('Berta', 'viewer');
  const renewal = await service.pool.connect();
  await renewal.query('begin');
  await renewal.query('select tokens from sessions where id = $1 for update', [session]);
  const ending = anna.post(`/sign-in/people/${id}/end`);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while (!(await service.pool.query(waiting)).rowCount);
  await renewal.query("update people set name = 'Bertha' where id = $1", [id]);
  await renewal.query('commit');
  renewal.release();
  expect(await ending).toEqual({ status: 200, message: '' });
});

test('a manager makes a link for who is known: it signs them in with the rights that they hold', async () => {
  const anna = await signIn('Anna', 'admin');
  const berta = await signIn('Berta', 'viewer');
  expect((await berta.post(`/sign-in/people/${anna.id}/link`)).status).toBe(403);
  const { csrf } = await anna.browser.get<{ csrf: string }>('/sign-in/me');
  const { body } = await anna.browser.post(`/sign-in/people/${berta.id}/link`, {}, csrf);
  expect(await newestOf(anna)).toMatchObject({ actor: 'Anna', action: 'make link', subject: 'Berta' });
  const phone = new TestBrowser(service.app, ORIGIN);
  await useLink((JSON.parse(body) as { link: string }).link, phone);
  expect(await phone.get('/')).toMatchObject({ id: berta.id, rights: ['viewer'] });
  await anna.post(`/sign-in/people/${berta.id}/end`);
  expect(await anna.post(`/sign-in/people/${berta.id}/link`)).toEqual({
    status: 409,
    message: 'The access of Berta was ended: open it again first.',
  });
});

test('who manages people may give their own right away, and goes on with what is left', async () => {
  const anna = await signIn('Anna', 'admin');
  await signIn('Berta', 'admin');
  expect((await anna.post(`/sign-in/people/${anna.id}/rights`, { rights: ['viewer'] })).status).toBe(200);
  expect(await rightsOf(anna)).toEqual(['viewer']);
  expect((await anna.post('/erase')).status).toBe(403);
});

test('rights that were taken do not come back by a link that was made before', async () => {
  const anna = await signIn('Anna', 'admin');
  const berta = await signIn('Berta', 'admin');
  const early = await linkOf('Berta', 'admin');
  await anna.post(`/sign-in/people/${berta.id}/rights`, { rights: ['viewer'] });
  expect((await useLink(early, new TestBrowser(service.app, ORIGIN))).headers.get('location')).toBe(
    '/sign-in?problem=link',
  );
  const later = await linkOf('Berta', 'viewer');
  await keyOf(berta);
  for (const verb of ['end', 'open']) {
    await anna.post(`/sign-in/people/${berta.id}/${verb}`);
    expect(await newestOf(anna)).toMatchObject({ actor: 'Anna', action: `${verb} access`, subject: 'Berta' });
    // As of a sign-in that was under way when the access ended.
    const left =
      "insert into sessions (token_hash, person_id, method, device, address) values ('', $1, 'passkey', '', '')";
    if (verb === 'end') await service.pool.query(left, [berta.id]);
  }
  const ways = await anna.browser.get(`/sign-in/people/${berta.id}/sessions`);
  expect(ways).toEqual({ sessions: [], passkeys: [] });
  expect((await useLink(later, new TestBrowser(service.app, ORIGIN))).headers.get('location')).toBe(
    '/sign-in?problem=link',
  );
});

test.each(['end', 'rights'])('who manages nobody any more (%s) has left no link that lets somebody in', async (how) => {
  const anna = await signIn('Anna', 'admin');
  const berta = await signIn('Berta', 'admin');
  const made = [
    await berta.browser.post('/sign-in/people/invite', { name: 'Mallory', right: 'admin' }, berta.csrf),
    await berta.browser.post(`/sign-in/people/${anna.id}/link`, {}, berta.csrf),
  ].map(({ body }) => (JSON.parse(body) as { link: string }).link);
  expect(await newestOf(anna)).toMatchObject({ actor: 'Berta', action: 'make link', address: '127.0.0.1' });
  await anna.post(`/sign-in/people/${berta.id}/${how}`, how === 'rights' ? { rights: ['viewer'] } : {});
  for (const link of made)
    expect((await useLink(link, new TestBrowser(service.app, ORIGIN))).headers.get('location')).toBe(
      '/sign-in?problem=link',
    );
});

test('a manager ends one session of somebody, and the others go on', async () => {
  const anna = await signIn('Anna', 'admin');
  const [laptop, phone] = [await signIn('Berta', 'viewer'), await signIn('Berta', 'viewer')];
  const of = `/sign-in/people/${laptop.id}/sessions`;
  const { sessions } = await anna.browser.get<{ sessions: { id: string; device: string }[] }>(of);
  expect(sessions.map(({ id }) => id).sort()).toEqual([laptop.session, phone.session].sort());
  expect((await anna.post(`${of}/${phone.session}/end`)).status).toBe(200);
  expect(await phone.browser.get('/sign-in/me')).toMatchObject({ code: 'sign-in' });
  expect(await rightsOf(laptop)).toEqual(['viewer']);
  expect(await newestOf(anna)).toMatchObject({ actor: 'Anna', action: 'end session', subject: 'Berta' });
  expect(await anna.post(`${of}/${phone.session}/end`)).toEqual({ status: 404, message: 'Berta has no such session.' });
  // A session is ended only under its own person's id, and never by itself.
  expect((await anna.post(`${of}/${anna.session}/end`)).status).toBe(409);
  expect((await anna.post(`/sign-in/people/${anna.id}/sessions/${laptop.session}/end`)).status).toBe(404);
  expect(await rightsOf(laptop)).toEqual(['viewer']);
});

test('sessions and passkeys of others are for managers, who said recently who they are', async () => {
  const anna = await signIn('Anna', 'admin');
  const berta = await signIn('Berta', 'releaser:shop');
  await keyOf(berta);
  const paths = [
    `/sign-in/people/${anna.id}/sessions/${anna.session}/end`,
    `/sign-in/people/${anna.id}/passkeys/any/remove`,
  ];
  for (const path of paths) expect((await berta.post(path)).status).toBe(403);
  const look = { headers: { accept: 'application/json' } };
  expect((await berta.browser.request(`/sign-in/people/${anna.id}/sessions`, look)).status).toBe(403);
  expect(await rightsOf(anna)).toEqual(['admin']);

  expect((await anna.post(`/sign-in/people/${anna.id}/passkeys/lost/remove`)).status).toBe(404);
  expect((await anna.post(`/sign-in/people/${berta.id}/passkeys/lost/remove`)).status).toBe(200);
  expect(await newestOf(anna)).toMatchObject({ actor: 'Anna', action: 'remove passkey', subject: 'Berta' });
  await service.pool.query("update sessions set authenticated_at = now() - interval '6 minutes'");
  for (const path of [
    `/sign-in/people/${berta.id}/sessions/${berta.session}/end`,
    `/sign-in/people/${berta.id}/rights`,
  ])
    expect((await anna.post(path, { rights: ['viewer'] })).status).toBe(403);
});

test('nobody leaves a passkey behind in a session that somebody else left open', async () => {
  const anna = await signIn('Anna', 'viewer');
  expect((await anna.post('/sign-in/passkeys/options')).status).toBe(200);
  await service.pool.query("update sessions set authenticated_at = now() - interval '6 minutes'");
  expect((await anna.post('/sign-in/passkeys/options')).status).toBe(403);
});

test('a command changes rights as the service does, with the same refusal', async () => {
  const anna = await signIn('Anna', 'admin');
  const manager = { actor: 'root, by command', model: RIGHTS, manages: 'admin' };
  await expect(changeRights(service.pool, manager, anna.id, ['viewer'])).rejects.toThrow('Nobody would hold');
  const berta = await signIn('Berta', 'viewer');
  await changeRights(service.pool, manager, berta.id, ['admin']);
  await changeRights(service.pool, manager, anna.id, ['viewer']);
  expect(await newestOf(berta)).toMatchObject({ actor: 'root, by command', action: 'change rights', subject: 'Anna' });
});

test('a database that is away is said in one sentence, and is not a fault of the service', async () => {
  const asha = await signIn('Asha', 'admin');
  const query = jest.spyOn(service.pool, 'query').mockImplementation(() => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  });
  expect(await asha.post('/erase')).toEqual({
    status: 503,
    message: 'The database cannot be reached now. What you typed is still here; try again in a minute.',
  });
  query.mockRestore();
  expect((await asha.post('/erase')).status).toBe(200);
});
