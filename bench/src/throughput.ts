import { mkdtemp, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from 'tooling/free-port';
import { startBareServer, startComposer } from './composer-process';

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 3;
const PATH = '/contact';

const load = async (url: string): Promise<{ rate: number; p99: number }> => {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  });
  return { rate: result.requests.average, p99: result.latency.p99 };
};

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const PER_CONNECTION = /^(date|connection|keep-alive|transfer-encoding)$/;

/** A page as it travels; `fetch` would undo its compression. */
const compressed = (url: string): Promise<{ body: Buffer; headers: Record<string, string> }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(([name]) => !PER_CONNECTION.test(name));
        resolve({
          body: Buffer.concat(parts),
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        });
      });
    }).on('error', reject);
  });

/** A composed page from cache, in turns with a bare Node server that sends the same bytes. */
export async function throughput() {
  const composer = await startComposer(await freePort());
  const { body, headers } = await compressed(composer.origin + PATH);
  const file = join(await mkdtemp(join(tmpdir(), 'bench-')), 'page.br');
  await writeFile(file, body);
  const bare = await startBareServer(await freePort(), file, headers);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ composed: await load(composer.origin + PATH), bare: await load(bare.origin) });
  }
  await Promise.all([composer.stop(), bare.stop()]);
  return {
    bytes: body.length,
    rate: median(rounds.map(({ composed }) => composed.rate)),
    p99: median(rounds.map(({ composed }) => composed.p99)),
    bareRate: median(rounds.map((round) => round.bare.rate)),
    ratio: median(rounds.map(({ composed, bare: other }) => composed.rate / other.rate)),
  };
}
