import { readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the description of all calls is up to date', async () => {
  const committed = JSON.parse(await readFile(path.join(__dirname, '..', 'openapi.json'), 'utf8'));
  const served = await (await fetch(`${site.url}/openapi.json`)).json();
  // When this fails: npm run --prefix api openapi
  expect(served).toEqual(committed);
  expect(Object.keys(committed.paths)).toEqual(
    expect.arrayContaining([
      '/save_home_form.php',
      '/save_modal_form.php',
      '/save_form.php',
      '/save_inspiration.php',
      '/formdata/api_blog_list.php',
      '/formdata/api_blog_show.php',
      '/create_order.php',
      '/confirm_payment.php',
      '/webhooks/payment',
      '/api/v1.0/email/send-form',
      '/api/v1.0/email/send',
    ]),
  );
});

test('numbers for Prometheus, and none for visitors', async () => {
  await site.post('/save_modal_form.php', { name: 'N', email: 'n@x.example', phone: '12345', message: 'm' });
  const text = await (await fetch(`${site.privateUrl}/metrics`)).text();
  expect(text).toContain('enquiries_total{form="modal",outcome="kept"} 1');
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/save_modal_form\.php",status="200"\} 1/,
  );
  for (const path of ['/metrics', '/%6detrics', '/office/session', '/site'])
    expect((await fetch(site.url + path)).status).toBe(404);
  for (const url of [site.url, site.privateUrl])
    expect([(await fetch(`${url}/healthz`)).status, (await fetch(`${url}/readyz`)).status]).toEqual([200, 200]);
});

test("a request carries the composer's id into the log, or one of its own", async () => {
  const given = await fetch(`${site.url}/formdata/api_blog_list.php`, { headers: { 'x-request-id': 'composer-id-1' } });
  expect(given.headers.get('x-request-id')).toBe('composer-id-1');
  expect(site.log.join('')).toContain('"reqId":"composer-id-1"');
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
  const ofPage = await fetch(`${site.url}/formdata/api_blog_list.php`, { headers: { traceparent } });
  expect(ofPage.headers.get('x-request-id')).toBe(trace);
  const forged = await fetch(`${site.url}/formdata/api_blog_list.php`, { headers: { 'x-request-id': 'a b"c' } });
  expect(forged.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('stopping finishes what is under way', async () => {
  const own = await startSite();
  let closed: Promise<void> | undefined;
  const body = JSON.stringify({ name: 'N', email: 'slow@x.example', phone: '12345', message: 'm' });
  const answered = new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
    const call = httpRequest(`${own.url}/save_modal_form.php`, { method: 'POST', headers }, (answer) =>
      resolve(answer.statusCode ?? 0),
    );
    call.on('error', reject);
    // The server has the request in its hands; one that it has not read yet is the next server's.
    call.on('continue', () => {
      call.write(body.slice(0, 10));
      closed = own.close();
      call.end(body.slice(10));
    });
    call.flushHeaders();
  });
  expect(await answered).toBe(200);
  const rows = await own.database.query(`select 1 from enquiries where email = 'slow@x.example'`);
  expect(rows).toHaveLength(1);
  await closed;
  await own.database.close();
  await rm(own.dataDir, { recursive: true });
});
