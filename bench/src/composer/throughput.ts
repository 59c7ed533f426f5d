import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@wholepage/tooling/free-port';
import { type Line, median } from '../measure/line';
import { wrk } from '../measure/wrk';
import { startBareServer } from './bare-server';
import { startComposer } from './composer-process';
import { getCompressed } from './get-compressed';
import { startNginx } from './nginx-server';

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 3;
const PATH = '/contact';

const load = async (url: string) => {
  const result = await wrk({
    url,
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: { 'Accept-Encoding': 'br' },
  });
  if (result.failed > 0) throw new Error(`${url} failed ${result.failed} of ${result.requests} requests.`);
  return result;
};

const perSecond = (rate: number): string => `${Math.round(rate)} requests/s`;

/** A composed page from cache, in turns with bare Node and nginx that send the same bytes and headers. */
export async function measureThroughput(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const composer = await startComposer(await freePort());
  const { body, headers } = await getCompressed(composer.origin + PATH);
  const file = join(folder, 'page.br');
  await writeFile(file, body);
  const bare = await startBareServer(await freePort(), file, headers);
  const nginx = await startNginx(await freePort(), file, headers);
  const rounds = [];
  // The first round is for the compiler, and for the remotes that a composer gets ready for while it already serves.
  for (let round = 0; round <= ROUNDS; round += 1) {
    rounds.push({
      composed: await load(composer.origin + PATH),
      bare: await load(bare.origin),
      nginx: nginx && (await load(nginx.origin)),
    });
  }
  rounds.shift();
  await Promise.all([composer.stop(), bare.stop(), nginx?.stop()]);
  await rm(folder, { recursive: true, force: true });
  const ratio = median(rounds.map((round) => round.composed.rate / round.bare.rate));
  const lines: Line[] = [
    {
      what: `composed page from cache (${body.length} B)`,
      value: `${perSecond(median(rounds.map(({ composed }) => composed.rate)))}, p99 ${median(rounds.map(({ composed }) => composed.p99))} ms`,
      goal: '≥ 5000 requests/s',
      holds: median(rounds.map(({ composed }) => composed.rate)) >= 5_000,
    },
    {
      what: 'bare Node, same bytes and headers',
      value: perSecond(median(rounds.map((round) => round.bare.rate))),
      goal: 'anchor',
    },
    { what: 'composed ÷ bare Node', value: ratio.toFixed(2), goal: '≥ 0.75', holds: ratio >= 0.75 },
  ];
  const others = rounds.flatMap((round) => round.nginx?.rate ?? []);
  if (others.length > 0) {
    lines.push({ what: 'nginx, one worker, same bytes and headers', value: perSecond(median(others)), goal: 'anchor' });
  }
  return lines;
}
