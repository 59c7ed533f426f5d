import type { IncomingMessage } from 'node:http';
import { siteHeaders } from './standalone';

const ENTRY = '/_remote/entry.js';
const allowed = (origin: string | undefined, url = ENTRY) =>
  siteHeaders({ url, headers: { origin } } as IncomingMessage)['access-control-allow-origin'];

const before = process.env.SITE_ORIGIN;
afterEach(() => {
  if (before === undefined) delete process.env.SITE_ORIGIN;
  else process.env.SITE_ORIGIN = before;
});

it.each(['http://localhost:3000', 'http://127.0.0.1:8080'])('a site at %s may take the build in', (origin) => {
  expect(allowed(origin)).toBe(origin);
});

it('the site that is named may, and nobody else', () => {
  process.env.SITE_ORIGIN = 'https://staging.example';
  expect(allowed('https://staging.example')).toBe('https://staging.example');
  for (const other of ['https://evil.example', 'http://localhost.evil.example', undefined]) {
    expect(allowed(other)).toBeUndefined();
  }
});

it('the standalone page is for itself', () => {
  expect(allowed('http://localhost:3000', '/_standalone/standalone.js')).toBeUndefined();
});
