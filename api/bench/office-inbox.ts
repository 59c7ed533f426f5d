import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readConfig } from '../src/settings/config';
import { openSite } from '../src/settings/site';
import { CALLER_HEADER } from '../wire/office/caller';
import { signCaller } from '../wire/office/caller-token';

const ENQUIRIES = 100_000;
const BATCH = 5000;
const TIMES = 40;
const SECRET = 'a secret of thirty-two characters';
const silent = {
  level: 'silent',
  fatal() {},
  error() {},
  warn() {},
  info() {},
  debug() {},
  trace() {},
  child: () => silent,
};

/** Words of a shop of cloth, in two scripts; a few of them are rare. */
const FILL = `
  insert into enquiries (id, submission_key, form, name, email, phone, subject, message, status, stage, created_at)
  select gen_random_uuid(), 'bench:' || n, (array['home', 'modal', 'contact'])[1 + n % 3],
         (array['Meera', 'Ravi', 'கௌசல்யா', 'Anbu', 'Fatima'])[1 + n % 5] || ' ' || (array['Rao', 'Kumar', 'செல்வம்', 'Iyer'])[1 + n % 4] || n % 977,
         'person' || n || '@mill' || n % 400 || '.example', '+91 98' || lpad((n * 7919 % 100000000)::text, 8, '0'),
         'Uniforms for ' || n % 300 || ' people',
         'We need ' || n % 500 || ' shirts and சீருடை for our ' || (array['hotel', 'school', 'hospital', 'mill'])[1 + n % 4]
           || case when n % 5000 = 0 then ' with zardozi embroidery' else '' end || repeat(' and some more words about cloth', 5),
         case when n % 20 = 0 then 'suspect' else 'new' end, (array['new', 'answered', 'won', 'lost'])[1 + n % 4],
         now() - n * interval '7 minutes'
  from generate_series($1::int, $2::int) as n`;

const CALLS: Readonly<Record<string, string>> = {
  'first rows': '/office/enquiries',
  'rows of a status': '/office/enquiries?status=won',
  'page 1000': '/office/enquiries?page=1000',
  'sorted by name': '/office/enquiries?sort=name',
  'search: a word that all hold': '/office/enquiries?q=uniforms',
  'search: a rare word': '/office/enquiries?q=zardozi',
  'search: Tamil': `/office/enquiries?q=${encodeURIComponent('கௌசல்யா')}`,
  'search: a phone number': '/office/enquiries?q=9800007919',
  'search: two words': '/office/enquiries?q=hospital%20shir',
  news: '/office/news',
};

const p95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

/** How long the office's list and search take among many enquiries, in ms. */
async function main(): Promise<void> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'office-bench-'));
  await chmod(base, 0o755);
  const config = readConfig({ DATA_DIR: path.join(base, 'var'), OFFICE_API_SECRET: SECRET, SAMPLE_POSTS: '0' });
  const site = await openSite(config, silent);
  try {
    const { pool } = site.context.database;
    const filler = new pg.Client({
      ...pool.options,
      password: pool.options.password,
      statement_timeout: 0,
      query_timeout: 0,
    });
    await filler.connect();
    for (let from = 0; from < ENQUIRIES; from += BATCH) await filler.query(FILL, [from + 1, from + BATCH]);
    await filler.query('vacuum analyze enquiries');
    await filler.end();
    const caller = { id: 'bench', name: 'Bench', rights: ['desk' as const] };
    for (const [name, url] of Object.entries(CALLS)) {
      const times: number[] = [];
      let total = 0;
      for (let time = 0; time < TIMES; time += 1) {
        const headers = { [CALLER_HEADER]: signCaller(caller, SECRET) };
        const start = performance.now();
        const answer = await site.privateApp.inject({ url, headers });
        times.push(performance.now() - start);
        if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
        total = answer.json().total ?? answer.json().unread;
      }
      console.log(
        `${name.padEnd(30)} ${String(total).padStart(7)} found   p95 ${p95(times).toFixed(0).padStart(5)} ms`,
      );
    }
  } finally {
    await site.close();
    await rm(base, { recursive: true, force: true });
  }
}

await main();
