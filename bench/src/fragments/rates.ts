import { join } from 'node:path';
import { packageDir } from '@wholepage/tooling/paths';
import { startBareCopy } from '../composer/bare-server';
import { median } from '../measure/line';
import { wrk } from '../measure/wrk';
import type { Podium } from './podium';
import { COUNTS, pathOf } from './store';

const LOAD = { connections: 16, seconds: 2 };
const ROUNDS = 3;
const VISITS = join(packageDir('bench'), 'src', 'fragments', 'visits.lua');
const BROTLI = { 'Accept-Encoding': 'br' };

/** Pages per second of one number of fragments: medians of rounds in turns. */
export interface Rates {
  count: number;
  /** From memory, in brotli, as browsers ask for it. */
  memory: number;
  /** Bare Node that sends the same bytes. */
  bare: number;
  /** The page and all of its fragments rendered for each request. */
  rendered: number;
  podium: number;
}

const load = async (url: string, more: object): Promise<number> => {
  const { rate, failed, requests } = await wrk({ url, ...LOAD, ...more });
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${requests} requests.`);
  return rate;
};

/** @param origin of the composer */
export async function measureRates(origin: string, podium: Podium): Promise<Rates[]> {
  const bare = await Promise.all(COUNTS.map((count) => startBareCopy(origin + pathOf('parts', count, 'memory'))));
  const rounds: Rates[] = [];
  // The first round is for the compilers.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, count] of COUNTS.entries()) {
      const copy = bare[index]?.origin ?? '';
      const distinct = { script: VISITS, args: [`r${round}`] };
      rounds.push({
        count,
        memory: await load(origin + pathOf('parts', count, 'memory'), { headers: BROTLI }),
        bare: await load(copy, { headers: BROTLI }),
        rendered: await load(origin + pathOf('fresh', count, ''), distinct),
        podium: await load(podium.page(count), {}),
      });
    }
  }
  await Promise.all(bare.map((server) => server.stop()));
  const counted = rounds.slice(COUNTS.length);
  return COUNTS.map((count) => {
    const of = (what: Exclude<keyof Rates, 'count'>) =>
      median(counted.filter((each) => each.count === count).map((each) => each[what]));
    return { count, memory: of('memory'), bare: of('bare'), rendered: of('rendered'), podium: of('podium') };
  });
}
