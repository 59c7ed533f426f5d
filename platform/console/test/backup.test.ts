import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { restoreServiceBackup, writeServiceBackup } from '@wholepage/database/service-backup';
import { writeAudit } from '@wholepage/sign-in/tables';
import pg from 'pg';
import { startConsole, type TestConsole } from './console';

let one: TestConsole;
let other: TestConsole;
let file: string;
beforeEach(async () => {
  one = await startConsole();
  other = await startConsole();
  file = join(await mkdtemp(join(tmpdir(), 'backup-')), 'console.gz');
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
});

const CONSOLE = { service: 'console', schema: { sign_in_migrations: 2, console_migrations: 8 } };
const OPTIONS = { ...CONSOLE, leaveOut: ['sessions', 'attempts', 'digests', 'composers'] };

async function fill(): Promise<void> {
  await one.person('Asha', 'admin');
  for (let line = 0; line < 1_200; line += 1)
    await writeAudit(one.pool, { actor: 'Asha', action: 'promote', subject: 'news', detail: { line, why: "a 'why'" } });
  await one.pool.query(
    `insert into causes values ('0000000000000001', 'news', 'TypeError', 'x', now(), now(), '1.0.0', 9007199254740993, '{"frames":[],"at":0.12345678901234567890}', null)`,
  );
  await one.pool.query(
    `insert into cause_days values ('0000000000000001', current_date, '1.0.0', 'Firefox', 'mount', '/', 3, 1)`,
  );
}

test('people, audit and errors come back as they were, in their order; sessions do not', async () => {
  await fill();
  const rows = await writeServiceBackup(one.pool, file, OPTIONS);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await restoreServiceBackup(other.pool, file, CONSOLE)).toBe(rows);
  for (const query of [
    'select id, name, rights from people',
    "select at, actor, action, detail from audit where action = 'promote' order by id",
    'select *, place::text as digits from causes',
    'select * from cause_days',
  ])
    expect((await other.pool.query(query)).rows).toEqual((await one.pool.query(query)).rows);
  expect((await other.pool.query('select 1 from sessions')).rowCount).toBe(0);
  await writeAudit(other.pool, { actor: 'Asha', action: 'after', subject: 'news' });
});

test('no slow disk ends a back-up or a restore: its transaction may be idle', async () => {
  await fill();
  const impatient = ({ pool }: TestConsole) => {
    const own = new pg.Pool({ ...pool.options, idle_in_transaction_session_timeout: 1 });
    own.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
    return own;
  };
  const [from, to] = [impatient(one), impatient(other)];
  const rows = await writeServiceBackup(from, file, OPTIONS).finally(() => from.end());
  expect(await restoreServiceBackup(to, file, CONSOLE).finally(() => to.end())).toBe(rows);
});

test('a back-up of an earlier release, which holds rows as objects, comes back', async () => {
  await fill();
  const rows = await writeServiceBackup(one.pool, file, OPTIONS);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { kind: string; rows: string[] });
  const earlier = lines.map((line) => {
    if (line.kind === 'header') return { ...line, form: 1 };
    return line.kind === 'rows' ? { ...line, rows: line.rows.map((row) => JSON.parse(row)) } : line;
  });
  await writeFile(file, gzipSync(earlier.map((line) => `${JSON.stringify(line)}\n`).join('')));
  expect(await restoreServiceBackup(other.pool, file, CONSOLE)).toBe(rows);
});

test('a back-up of a release whose tables had fewer columns comes back, with what counts for them until somebody says', async () => {
  await one.pool.query(
    `insert into evidence_points (app, version, percent, networks_canary, networks_live, failed, lcp, inp)
     values ('news', '1.0.0', 5, 10, 190, 1, 1, 1)`,
  );
  await one.pool.query('alter table evidence_points drop column silent, drop column started_at');
  await writeServiceBackup(one.pool, file, OPTIONS);
  await restoreServiceBackup(other.pool, file, CONSOLE);
  const { rows } = await other.pool.query('select app, silent, started_at from evidence_points');
  expect(rows).toEqual([{ app: 'news', silent: 1, started_at: '' }]);
});

test('a file that is cut off, of another service, or brought to a filled database restores nothing', async () => {
  await fill();
  await writeServiceBackup(one.pool, file, OPTIONS);
  await expect(restoreServiceBackup(one.pool, file, CONSOLE)).rejects.toThrow('The database is not empty');
  await expect(restoreServiceBackup(other.pool, file, { ...CONSOLE, service: 'office' })).rejects.toThrow(
    'This is not a back-up of the office',
  );
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  await writeFile(file, gzipSync(lines.slice(0, -2).join('\n')));
  await expect(restoreServiceBackup(other.pool, file, CONSOLE)).rejects.toThrow('The back-up is not whole');
  expect((await other.pool.query('select 1 from people')).rowCount).toBe(0);
});
