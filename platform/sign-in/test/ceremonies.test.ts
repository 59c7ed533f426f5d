import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { TestBrowser } from './browser';
import { ORIGIN, startService, type TestService } from './service';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const digest = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const bytes = (content: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, content.length]), content]);
const text = (content: string): Buffer => Buffer.concat([Buffer.from([0x60 + content.length]), Buffer.from(content)]);

/** A device with one passkey, whose owner is present and verified. */
function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: an elliptic key for ES256 on P-256.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
  const dataOf = (flags: number, counter: number): Buffer =>
    Buffer.concat([digest('localhost'), Buffer.from([flags]), uint(counter, 4)]);
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: Record<string, Buffer>) => ({
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])),
  });
  return {
    make: (challenge: string, origin = ORIGIN) => {
      const key = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, cose]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
        bytes(Buffer.concat([dataOf(0x45, 0), key])),
      ]);
      return credential({ clientDataJSON: clientData('webauthn.create', challenge, origin), attestationObject });
    },
    /** @param flags 5: the owner is present and verified; 1: present only */
    use: (challenge: string, counter: number, origin = ORIGIN, flags = 5) => {
      const clientDataJSON = clientData('webauthn.get', challenge, origin);
      const authenticatorData = dataOf(flags, counter);
      const signature = sign('sha256', Buffer.concat([authenticatorData, digest(clientDataJSON)]), privateKey);
      return credential({ clientDataJSON, authenticatorData, signature });
    },
  };
}

/** Signs a person in by a link. */
async function signedIn(name = 'Anna') {
  const browser = new TestBrowser(service.app, ORIGIN);
  const token = new URL(await service.linkOf(name, 'admin')).searchParams.get('token') ?? '';
  await browser.request('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token }).toString(),
  });
  const { csrf } = await browser.get<{ csrf: string }>('/sign-in/me');
  return { browser, csrf };
}

const challengeIn = (body: string): string => (JSON.parse(body) as { challenge: string }).challenge;

test('a passkey that somebody makes signs them in, once for each challenge, and a copy of it is found out', async () => {
  const device = authenticator();
  const { browser, csrf } = await signedIn();
  const making = await browser.post('/sign-in/passkeys/options', {}, csrf);
  const response = device.make(challengeIn(making.body));
  expect((await browser.post('/sign-in/passkeys', { response, name: 'Laptop' }, csrf)).status).toBe(200);
  expect((await browser.post('/sign-in/passkeys', { response, name: 'Again' }, csrf)).status).toBe(400);
  const audit = await browser.get<{ entries: Record<string, unknown>[] }>('/sign-in/audit');
  expect(audit.entries[0]).toMatchObject({ actor: 'Anna', action: 'add passkey', subject: 'Laptop' });
  // The second try for this device leaves out the passkey that it holds.
  const { body } = await browser.post('/sign-in/passkeys/options', {}, csrf);
  expect(JSON.parse(body).excludeCredentials).toMatchObject([{ id: response.id }]);

  const other = new TestBrowser(service.app, ORIGIN);
  const askFor = async () => challengeIn((await other.post('/sign-in/passkey/options')).body);
  const used = device.use(await askFor(), 2);
  expect((await other.post('/sign-in/passkey', { response: used })).status).toBe(200);
  expect(await other.get('/sign-in/me')).toMatchObject({ person: { name: 'Anna', rights: ['admin'] } });
  expect((await service.pool.query('select method from sessions order by created_at desc limit 1')).rows).toEqual([
    { method: 'passkey' },
  ]);
  expect((await other.post('/sign-in/passkey', { response: used })).status).toBe(400);

  // A counter that does not rise, another origin, a device that anybody may hold, an unknown key.
  const wrongs = [
    (challenge: string) => device.use(challenge, 1),
    (challenge: string) => device.use(challenge, 9, 'https://elsewhere.example'),
    (challenge: string) => device.use(challenge, 9, ORIGIN, 1),
    (challenge: string) => authenticator().use(challenge, 9),
  ];
  for (const wrong of wrongs)
    expect((await other.post('/sign-in/passkey', { response: wrong(await askFor()) })).status).toBe(403);
  const { csrf: token } = await other.get<{ csrf: string }>('/sign-in/me');
  expect(JSON.parse((await other.post('/sign-in/out', {}, token)).body)).toEqual({ location: '/sign-in?problem=out' });
  expect(other.cookie('helpdesk-session')).toBeUndefined();
  const { entries } = await browser.get<{ entries: Record<string, unknown>[] }>('/sign-in/audit');
  expect(entries[0]).toMatchObject({ actor: 'Anna', action: 'sign out', subject: 'Anna' });
  await service.pool.query('update people set ended_at = now()');
  expect((await other.post('/sign-in/passkey', { response: device.use(await askFor(), 9) })).status).toBe(403);
});

test('nobody finishes a passkey that somebody else began in this browser', async () => {
  const [anna, berta] = [await signedIn(), await signedIn('Berta')];
  const { body } = await anna.browser.post('/sign-in/passkeys/options', {}, anna.csrf);
  berta.browser.setCookie('helpdesk-attempt', anna.browser.cookie('helpdesk-attempt') ?? '');
  const response = authenticator().make(challengeIn(body));
  expect((await berta.browser.post('/sign-in/passkeys', { response, name: 'Laptop' }, berta.csrf)).status).toBe(403);
});

test('a page that knows of the session before is told so, for its program to read the session again', async () => {
  const { browser } = await signedIn();
  const { status, body } = await browser.post('/sign-in/out', {}, 'of the session before');
  expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'other-session' }]);
});
