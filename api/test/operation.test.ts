import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { mustBeOtlpTraces } from '@wholepage/telemetry/testing/otlp-schema';
import { listen } from '@wholepage/tooling/spawn';
import pg from 'pg';
import theSite from 'site/site';
import { parse } from 'yaml';
import { createMetrics, MAIL_QUEUE } from '../src/metrics';
import { sampleOf } from '../wire/testing/sample-form';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
/** Bodies that the trace collector received. */
const bodies: string[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    bodies.push(body);
    response.end('{}');
  });
});
beforeAll(async () => {
  const { port } = await listen(collector);
  site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await site.stop();
  collector.close();
});

test('the description of all calls is up to date', async () => {
  const committed = JSON.parse(await readFile(path.join(__dirname, '..', 'openapi.json'), 'utf8'));
  const served = await (await fetch(`${site.url}/openapi.json`)).json();
  // To update the file: npm run --prefix api openapi
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

test.each(['enquiries', 'limiter.counts', 'posts'])(
  'the blog does not wait for %s, which somebody has locked',
  async (table) => {
    const other = new pg.Client({ connectionString: site.database.url });
    await other.connect();
    await other.query('begin');
    await other.query(`lock table ${table} in access exclusive mode`);
    const person = { name: 'Asha', email: 'asha@x.example', phone: '98400 01973', subject: 's' };
    // One transaction each: together they hold every connection of the pool for writes.
    const waiting = Array.from({ length: 40 }, (_, n) =>
      fetch(`${site.url}/save_form.php`, {
        method: 'POST',
        body: new URLSearchParams({ ...person, message: `${table} ${n}` }),
        redirect: 'manual',
      }),
    );
    const { pool } = site.context.database;
    await until(async () => table !== 'enquiries' || pool.waitingCount > 0);
    const began = performance.now();
    const { status } = await fetch(`${site.url}/formdata/api_blog_list.php`);
    expect(status).toBe(table === 'posts' ? 503 : 200);
    expect(performance.now() - began).toBeLessThan(table === 'posts' ? 4000 : 1500);
    await other.query('rollback');
    await other.end();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  },
);

/** First path segments in Fastify's printed route tree. Children of `/` are indented by one level. */
const firstSegments = (tree: string): string[] =>
  [...tree.matchAll(/^(?:[│ ] {3})?[├└]── \/?(\w[\w.-]*)/gm)].flatMap(([, segment]) => segment ?? []);

test('the site names each first segment of the API, so that no remote is named so', () => {
  const found = firstSegments(site.app.printRoutes({ commonPrefix: false }));
  const apart = ['healthz', 'readyz', 'metrics'];
  expect([...new Set(found)].filter((segment) => !apart.includes(segment)).sort()).toEqual(
    [...(theSite.apiPaths ?? [])].sort(),
  );
});

test('a row that the database refuses says why in the log, and nothing that a visitor typed', async () => {
  await site.database.query(`alter table enquiries add constraint refused check (message <> 'Private words')`);
  const typed = { name: 'Asha Private', email: 'asha@private.example', phone: '98400 01973', message: 'Private words' };
  expect((await site.post('/save_modal_form.php', typed)).status).toBe(500);
  const lines = site.log.filter((one) => one.includes('violates check constraint'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/private/i);
});

test('a database that is away takes visitors from the API, and does not have it started again', async () => {
  const away = (['ping', 'probeWrite'] as const).map((ask) =>
    jest.spyOn(site.context.database, ask).mockRejectedValue(new Error('connect ECONNREFUSED')),
  );
  const status = async (path: string) => (await fetch(`${site.url}/${path}`)).status;
  expect([await status('healthz'), await status('readyz')]).toEqual([200, 503]);
  for (const each of away) each.mockRestore();
  expect(await status('readyz')).toBe(200);
});

describe('numbers', () => {
  const never = () => new Promise<never>(() => undefined);

  test('a database that hangs takes no other number along', async () => {
    const metrics = createMetrics();
    metrics.watchDatabase(never);
    metrics.watch(MAIL_QUEUE, never);
    metrics.orders.inc({ event: 'created' });
    const numbers = await metrics.registry.metrics();
    expect(numbers).toContain('\ndatabase_up 0\n');
    expect(numbers).toContain('orders_total{event="created"} 1');
  });

  test('a database that answers is up', async () => {
    const metrics = createMetrics();
    metrics.watchDatabase(async () => undefined);
    metrics.watch(MAIL_QUEUE, async () => ({
      waiting: 3,
      oldestSeconds: 7,
      alarmSeconds: 900,
      settingsRefused: 2,
      serverAway: 4,
      givenUp: 1,
    }));
    const numbers = await metrics.registry.metrics();
    expect(numbers).toContain('\ndatabase_up 1\n');
    expect(numbers).toContain('mail_queue_waiting 3');
    expect(numbers).toContain('mail_settings_refused 2');
    expect(numbers).toContain('mail_server_away 4');
    expect(numbers).toContain('mail_given_up 1');
  });
});

describe('beside a site in production', () => {
  let production: TestSite;
  beforeAll(async () => {
    production = await startSite({ NODE_ENV: 'production' });
  });
  afterAll(() => production.stop());

  interface Rule {
    alert?: string;
    record?: string;
    expr: string;
  }

  const RULES = path.join(__dirname, '..', '..', 'deploy', 'prometheus', 'rules.yml');
  /** Words of PromQL in the rules. */
  const LANGUAGE = new Set(['sum', 'max', 'rate', 'increase', 'by', 'and']);

  /** Metric names in an expression. */
  const numbersIn = (expr: string): string[] =>
    expr
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
      .match(/[a-z_:][\w:]*/gi)
      ?.filter((word) => !LANGUAGE.has(word)) ?? [];

  test('every number that an alarm of the API asks for is given at /metrics in production', async () => {
    const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    const records = new Set(rules.flatMap(({ record }) => record ?? []));
    const wanted = new Set(
      rules
        .flatMap(({ expr }) => numbersIn(expr))
        // Prometheus itself provides "up".
        .filter((name) => name !== 'up' && !records.has(name) && !name.startsWith('composer_')),
    );
    const text = await (await fetch(`${production.privateUrl}/metrics`)).text();
    const given = new Set([...text.matchAll(/^(\w+)(?:\{[^}]*\})? \d/gm)].map(([, name]) => name));
    expect([...wanted].filter((name) => !given.has(name))).toEqual([]);
    expect([...wanted]).toEqual(
      expect.arrayContaining(['mail_settings_refused', 'backup_age_seconds', 'payment_problems']),
    );
  });

  test('a page of the host that its post names may post, and in production only SITE_ORIGIN and PREVIEW_ORIGIN', async () => {
    const headers = { origin: 'http://name.test:3000', 'x-forwarded-host': 'name.test:3000' };
    const posted = async ({ post }: TestSite) => (await post('/save_home_form.php', sampleOf('home'), headers)).status;
    expect([await posted(site), await posted(production)]).toEqual([200, 403]);
    headers.origin = 'http://localhost:3005';
    expect(await posted(production)).toBe(403);
  });

  test('in production an office needs a secret of its own', async () => {
    expect((await fetch(`${production.privateUrl}/office/enquiries`)).status).toBe(404);
  });
});

describe('tracing', () => {
  const TRACE = 'c'.repeat(32);

  const PARENT = 'd'.repeat(16);

  test('a request is a step of its visitor’s trace, from its statements to the collector', async () => {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    // `pg_stat_activity` shows a connection's last statement until the next one.
    const statement = await until(async () => {
      await (await fetch(`${site.url}/formdata/api_blog_list.php`, { headers })).text();
      const found = await site.database.query<{ query: string }>(
        'select query from pg_stat_activity where query like $1',
        [`%traceparent='00-${TRACE}-%`],
      );
      return found[0]?.query;
    });
    expect(statement).toMatch(new RegExp(`/\\*traceparent='00-${TRACE}-(?!${PARENT})[0-9a-f]{16}-01'\\*/$`));
    const trace = await until(async () => bodies.find((body) => body.includes(`"traceId":"${TRACE}"`)));
    mustBeOtlpTraces(trace);
    expect(trace).toContain('GET /formdata/api_blog_list.php');
    expect(trace).toContain(`"parentSpanId":"${PARENT}"`);
  });
});

describe('roles', () => {
  const FORM = new URLSearchParams({
    name: 'Anna',
    email: 'anna@example.com',
    phone: '+91 98400 00000',
    message: 'Two hundred aprons',
  }).toString();

  let web: TestSite;
  let jobs: TestSite;
  beforeAll(async () => {
    web = await startSite({ API_ROLE: 'web' });
  });
  afterAll(async () => {
    await jobs.stop();
    await web.stop();
  });

  test('an API that answers calls alone puts nothing on the schedule', async () => {
    expect(await web.database.query('select count(*)::int as n from jobs.schedule')).toEqual([{ n: 0 }]);
  });

  test('an API that answers calls alone leaves a mail to the process that works', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const saved = await fetch(`${web.url}/save_modal_form.php`, { method: 'POST', headers, body: FORM });
    expect(saved.status).toBe(200);
    jobs = await startSite({ API_ROLE: 'jobs', DATABASE_URL: web.database.url });
    await until(async () => (await jobs.outbox()).length === 1);
    expect(await web.outbox()).toEqual([]);
  });

  test('a process that works alone takes no calls', async () => {
    await until(async () => (await fetch(`${jobs.url}/readyz`)).ok);
    expect((await fetch(`${jobs.url}/formdata/api_blog_list.php`)).status).toBe(404);
  });
});

describe('read-only', () => {
  let site: TestSite;
  afterEach(() => site.stop());

  /** Simulates a failover: open sessions end, and new ones are read-only. */
  const failOver = async (): Promise<void> => {
    const name = new URL(site.database.url).pathname.slice(1);
    await site.database.query(`alter database ${name} set default_transaction_read_only = on`);
    await site.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };
  const FORM = { name: 'Meera', email: 'm@x.example', phone: '98400 01973', message: 'Forty shirts, please.' };

  test('a database that became read-only says 503, and what was typed is kept', async () => {
    site = await startSite();
    await until(async () => (await fetch(`${site.url}/readyz`)).ok);
    await failOver();
    const ready = await until(async () => {
      const answer = await fetch(`${site.url}/readyz`);
      return answer.status === 503 && answer;
    });
    expect(await ready.json()).toEqual({ ok: false, reason: 'the database cannot be written' });
    const saved = await until(async () => {
      const answer = await site.post('/save_modal_form.php', FORM);
      return answer.status !== 500 && answer;
    });
    expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '5']);
    const page = await fetch(`${site.url}/save_modal_form.php`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams(FORM),
    });
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('Forty shirts, please.');
  });
});
