import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { atLeastSpeed } from '../src/uploads/least-speed';
import { slotsPerAddress } from '../src/uploads/slots';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};
const PACE = { bytesPerSecond: 1000, graceMs: 100, lookEveryMs: 20 };

/** Sends a body in pieces. @returns what became of it at the server */
const bodyOf = async (send: (call: ReturnType<typeof httpRequest>) => void): Promise<string> => {
  const outcome = deferred<string>();
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    atLeastSpeed(request, () => finished(request, { writable: false }), PACE).then(
      () => outcome.resolve('whole'),
      (error: Error & { status?: number }) => outcome.resolve(`${error.status}`),
    );
    outcome.promise.then(() => response.writeHead(200, { connection: 'close' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = httpRequest({ port: (server.address() as AddressInfo).port, method: 'POST' });
  call.on('error', () => undefined);
  send(call);
  const result = await outcome.promise;
  call.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return result;
};

test('a body that trickles is ended, one that comes at a fair pace is not', async () => {
  expect(await bodyOf((call) => call.write('a drop'))).toBe('408');
  expect(await bodyOf((call) => call.end('x'.repeat(200_000)))).toBe('whole');
});

test('an address has its own places and no more', async () => {
  const slots = slotsPerAddress(2);
  const open = deferred<void>();
  const held = [slots.hold('a', () => open.promise), slots.hold('a', () => open.promise)];
  await expect(slots.hold('a', async () => undefined)).rejects.toMatchObject({ status: 429 });
  await expect(slots.hold('b', async () => 'other')).resolves.toBe('other');
  open.resolve();
  await Promise.all(held);
  await expect(slots.hold('a', async () => 'again')).resolves.toBe('again');
});

describe('at the wire', () => {
  let site: TestSite;
  afterEach(() => site.stop());

  const inspiration = (email: string, file?: Buffer) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'R', number: '98400 01973', email })) body.append(name, value);
    if (file) body.append('inspirations[]', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png');
    const headers = { accept: 'application/json' };
    return fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body, headers });
  };

  test('files are refused before the disk is full, and forms without one are kept', async () => {
    site = await startSite({ DISK_RESERVE_MB: '1000000000' });
    const refused = await inspiration('a@x.example', cleanPng);
    expect([refused.status, (await refused.json()).message]).toEqual([
      507,
      expect.stringMatching(/^We cannot take files at this moment\./),
    ]);
    expect((await inspiration('b@x.example')).status).toBe(200);
    expect(await site.database.query('select email from enquiries')).toEqual([{ email: 'b@x.example' }]);
  });

  test('one id for many messages passes no limit', async () => {
    site = await startSite({ RATE_LIMIT_PER_MINUTE: '3' });
    const id = randomUUID();
    const send = (message: string) =>
      site.post(
        '/save_modal_form.php',
        { name: 'N', email: 'n@x.example', phone: '12345', message },
        { 'idempotency-key': id },
      );
    const statuses = [];
    for (const message of ['1', '2', '2', '3', '4', '5']) statuses.push((await send(message)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('readiness means that it can write', async () => {
    site = await startSite();
    // A disk that others keep busy may take more than the second that readiness waits for it.
    await until(async () => (await fetch(`${site.url}/readyz`)).ok);
    await rename(site.dataDir, `${site.dataDir}-away`);
    const answer = await fetch(`${site.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { ok: false, reason: 'the data folder cannot be written' },
    ]);
    await mkdir(site.dataDir);
    await rm(`${site.dataDir}-away`, { recursive: true });
  });
});
