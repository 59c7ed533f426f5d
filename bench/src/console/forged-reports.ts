import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentTrust } from '@wholepage/releases/settings';
import { freePort } from '@wholepage/tooling/free-port';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startComposer } from '../composer/composer-process';
import { median } from '../measure/line';
import { processorMs } from '../measure/processor-time';
import type { Value } from '../measure/run';
import { wrk } from '../measure/wrk';

const A_MINUTE = 10_000;
/** Short turns and many: a machine that others use changes its speed within seconds. */
const SECONDS = 3;
const ROUNDS = 15;
const PATH = '/blog';
/** A composer writes one digest in so many seconds, of so many bytes at most. */
const DIGEST_SECONDS = 10;
const LARGEST_DIGEST = 262_144;

/** Sends reports of made-up errors from made-up addresses, so many a minute. @returns ends it, with how many were sent */
function forge(origin: string, version: string): () => number {
  let sent = 0;
  const frames = Array.from({ length: 8 }, (_, frame) => `mf-blog/assets/${'a'.repeat(150)}.js:1:${frame}`);
  const breadcrumbs = Array.from({ length: 10 }, () => ({ ago: 86_400_000, click: `button.${'a'.repeat(80)}` }));
  const post = () => {
    sent += 1;
    const error = { name: 'Error', message: `${'x'.repeat(280)} ${Math.random()}`, stack: frames };
    const body = JSON.stringify([{ app: 'mf-blog', version, page: PATH, failed: 'runtime', error, breadcrumbs }]);
    const address = `198.51.${Math.floor(Math.random() * 100)}.${Math.floor(Math.random() * 250)}`;
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    void fetch(`${origin}/_reports`, { method: 'POST', headers, body }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  };
  const everyMs = 50;
  const timer = setInterval(() => {
    for (let index = 0; index < (A_MINUTE / 60_000) * everyMs; index += 1) post();
  }, everyMs);
  return () => {
    clearInterval(timer);
    return sent;
  };
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.filter((one) => one.isFile()).map((one) => stat(join(one.parentPath, one.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

/** What hostile browsers cost a composer, in turns with and without them. */
export async function measureForgedReports(): Promise<Value[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-forged-'));
  const env = { DATA_DIR: data, RELEASES_URL: join(data, 'releases'), BEHIND_PROXY: '1' };
  environmentTrust({ ...process.env, ...env });
  await publishAll(env.RELEASES_URL, () => {}, { ...process.env, ...env });
  const composer = await startComposer(await freePort(), env);
  try {
    const url = composer.origin + PATH;
    const [, version = ''] = /"mf-blog":"([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
    /** Pages a second of the composer's processor: whatever else the machine does, wrk and the forger with it, costs the composer time and no work. */
    const load = async () => {
      const before = processorMs(composer.pid);
      const { rate } = await wrk({ url, connections: 16, seconds: SECONDS });
      return (rate * SECONDS * 1_000) / (processorMs(composer.pid) - before);
    };
    await load();
    const parts: number[] = [];
    let sent = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const without = await load();
      const end = forge(composer.origin, version);
      parts.push((await load()) / without);
      sent += end();
    }
    const part = median(parts);
    const stored = await bytesBelow(join(data, 'private', 'digests'));
    const most = ((2 * ROUNDS * SECONDS) / DIGEST_SECONDS + 1) * LARGEST_DIGEST;
    return [
      {
        what: 'forged reports a minute',
        value: (sent / (ROUNDS * SECONDS)) * 60,
        unit: 'reports',
      },
      {
        what: 'pages a second of processor under them ÷ without',
        value: part,
        unit: 'ratio',
        promise: '≥ 0.9',
        holds: part >= 0.9,
      },
      {
        what: 'stored of them in a minute',
        value: stored / 1_000,
        unit: 'kB',
        promise: `≤ ${most / 1_000}`,
        holds: stored <= most,
      },
    ];
  } finally {
    await composer.stop();
    await rm(data, { recursive: true, force: true });
  }
}
