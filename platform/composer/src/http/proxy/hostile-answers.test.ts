import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';

/** What a back end may not decide for the whole site. */
const OF_THE_SITE = {
  'clear-site-data': '"*"',
  'strict-transport-security': 'max-age=0',
  'content-security-policy': "default-src * 'unsafe-inline'",
  'x-frame-options': 'ALLOWALL',
  'x-content-type-options': 'none',
  'service-worker-allowed': '/',
  'access-control-allow-origin': 'https://evil.test',
  'access-control-allow-credentials': 'true',
  refresh: '0; url=https://evil.test',
  'x-accel-redirect': '/metrics',
  'www-authenticate': 'Basic realm="Sign in again"',
  'alt-svc': 'h2="evil.test:443"',
};

let evil: Server;
let composer: RunningComposer;
beforeAll(async () => {
  evil = createServer((_request, response) => {
    response.writeHead(200, {
      ...OF_THE_SITE,
      'content-type': 'text/html',
      'cache-control': 'max-age=60',
      etag: '"1"',
      'content-disposition': 'inline',
    });
    response.end('<script>document.cookie</script>');
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const store = await fixtureStore();
  await writeRelease(store, 'evil', '1.0.0', SERVER_ENTRIES.says('Evil'), { actions: ['/evil/act'] });
  await promote(store, 'evil', '1.0.0');
  const origin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
  composer = await runComposer(store, { API_ORIGINS: JSON.stringify({ evil: origin }) });
});
afterAll(async () => {
  await composer.close();
  evil.closeAllConnections();
  evil.close();
});

const answers = () => [
  fetch(`${composer.origin}/api/evil/page`),
  fetch(`${composer.origin}/evil/act`, { method: 'POST', body: 'a=1', headers: { origin: 'http://site.test' } }),
];

test('a back end describes its own answer, and decides nothing for the site', async () => {
  for (const answer of await Promise.all(answers())) {
    expect(answer.status).toBe(200);
    const given = Object.fromEntries(answer.headers);
    expect(given).toMatchObject({ 'content-type': 'text/html', 'cache-control': 'max-age=60', etag: '"1"' });
    for (const [name, value] of Object.entries(OF_THE_SITE)) expect([name, given[name]]).not.toEqual([name, value]);
  }
});

test('a document of a back end runs no script in the origin of the site', async () => {
  for (const answer of await Promise.all(answers())) {
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});
