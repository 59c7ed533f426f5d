import { freePort } from 'tooling/free-port';
import { startComposer } from './composer-process';
import { type Line, median } from './line';
import type { Measured } from './measured';
import { processorMs } from './processor-time';
import { wrk } from './wrk';

const ADDRESSES = 10_000;
const AT_ONCE = 16;
const ROUNDS = 3;
const MB = 1024 * 1024;
const LIMIT = 150 * MB;

const megabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/** Addresses that nobody can make one of: of every remote that has made-up ones, found and not found. */
const pathOf = (number: number): string =>
  [`/product/${number}`, `/courses/${number}`, `/success?payment_id=pay_${number}`, `/blog?page=${number}`][
    number % 4
  ] ?? '/';

interface Sending {
  /** Pages from its cache a second. */
  rate: number;
  /** Microseconds of the processor for each: busy machines change the rate, and this hardly. */
  cost: number;
}

/** Medians; the first round is for the compiler. */
async function sendingOf({ origin, pid }: Measured): Promise<Sending> {
  const rounds: Sending[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = processorMs(pid);
    const { rate, requests } = await wrk({
      url: `${origin}/contact`,
      connections: 32,
      seconds: 4,
      headers: { 'Accept-Encoding': 'br' },
    });
    rounds.push({ rate, cost: ((processorMs(pid) - before) * 1_000) / requests });
  }
  rounds.shift();
  return { rate: median(rounds.map(({ rate }) => rate)), cost: median(rounds.map(({ cost }) => cost)) };
}

/** The composer's memory, and how fast it sends, at the start and after so many different addresses, each rendered. */
export async function measureMemory(): Promise<Line[]> {
  const composer = await startComposer(await freePort());
  const before = composer.memory();
  const start = await sendingOf(composer);
  let next = 0;
  const visitor = async () => {
    for (let number = next++; number < ADDRESSES; number = next++) {
      await (await fetch(`${composer.origin}${pathOf(number)}`)).arrayBuffer();
      if (number % 2_000 === 0) console.log(`  ${number} of ${ADDRESSES} addresses`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  const after = composer.memory();
  const then = await sendingOf(composer);
  const ratio = then.rate / start.rate;
  await composer.stop();
  return [
    {
      what: `the composer after ${ADDRESSES} addresses`,
      value: `${megabytes(after)} (at start ${megabytes(before)})`,
      goal: `≤ ${megabytes(LIMIT)}`,
      holds: after <= LIMIT,
    },
    {
      what: 'a page from its cache then ÷ at the start',
      value: ratio.toFixed(2),
      goal: '≥ 0.9',
      holds: ratio >= 0.9,
    },
    {
      what: 'processor time for such a page, at the start → then',
      value: `${start.cost.toFixed(1)} → ${then.cost.toFixed(1)} µs`,
      goal: '',
    },
  ];
}
