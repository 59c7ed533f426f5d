import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentTrust } from '@wholepage/releases/settings';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { freePort } from '@wholepage/tooling/free-port';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startComposer } from '../composer-process';
import { median, printLines } from '../line';
import { wrk } from '../wrk';

const A_MINUTE = 10_000;
const SECONDS = 6;
const ROUNDS = 5;
const PATH = '/blog';

/** Sends reports of made-up errors from made-up addresses, so many a minute. @returns ends it, with how many were sent */
function forge(origin: string, version: string): () => number {
  let sent = 0;
  const frames = Array.from({ length: 8 }, (_, frame) => `mf-blog/assets/${'a'.repeat(150)}.js:1:${frame}`);
  const post = () => {
    sent += 1;
    const error = { name: 'Error', message: `${'x'.repeat(280)} ${Math.random()}`, stack: frames };
    const body = JSON.stringify([{ app: 'mf-blog', version, page: PATH, failed: 'runtime', error }]);
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
async function measure(words: readonly string[]): Promise<void> {
  noWords(words);
  const data = await mkdtemp(join(tmpdir(), 'bench-forged-'));
  const env = { DATA_DIR: data, RELEASES_URL: join(data, 'releases'), BEHIND_PROXY: '1' };
  environmentTrust({ ...process.env, ...env });
  await publishAll(env.RELEASES_URL, () => {}, { ...process.env, ...env });
  const composer = await startComposer(await freePort(), env);
  try {
    const url = composer.origin + PATH;
    const [, version = ''] = /"mf-blog":"([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
    const load = () => wrk({ url, connections: 16, seconds: SECONDS });
    await load();
    const rates = { without: [] as number[], under: [] as number[] };
    let sent = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.without.push((await load()).rate);
      const end = forge(composer.origin, version);
      rates.under.push((await load()).rate);
      sent += end();
    }
    const part = median(rates.under) / median(rates.without);
    const stored = await bytesBelow(join(data, 'private', 'digests'));
    const seconds = 2 * ROUNDS * SECONDS;
    printLines([
      {
        what: `pages a second under ${Math.round((sent / (ROUNDS * SECONDS)) * 60)} forged reports a minute ÷ without`,
        value: `${part.toFixed(3)} (${median(rates.under).toFixed(0)} ÷ ${median(rates.without).toFixed(0)})`,
        goal: '≥ 0.9',
        holds: part >= 0.9,
      },
      {
        what: `stored of ${sent} reports within ${seconds} s`,
        value: `${(stored / 1_000).toFixed(0)} kB`,
        goal: '≤ 256 kB in ten seconds',
        holds: stored <= (seconds / 10 + 1) * 256_000,
      },
    ]);
  } finally {
    await composer.stop();
    await rm(data, { recursive: true, force: true });
  }
}

await runCommand(
  'node platform/tooling/cli/run.mjs bench/src/console/forged-reports.ts   measures hostile reports',
  measure,
);
