import { freePort } from '@wholepage/tooling/free-port';
import type { Line } from '../measure/line';
import type { Measured } from '../measure/measured';
import { startBareCopy } from './bare-server';
import { startComposer } from './composer-process';
import { sendingInTurns, sendingLines } from './sending';

const ADDRESSES = 10_000;
const AT_ONCE = 16;
const PATH = '/contact';
const MB = 1024 * 1024;
const LIMIT = 150 * MB;

const megabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/** Addresses that nobody can make one of: of every remote that has made-up ones, found and not found. */
const pathOf = (number: number): string =>
  [`/product/${number}`, `/courses/${number}`, `/success?payment_id=pay_${number}`, `/blog?page=${number}`][
    number % 4
  ] ?? '/';

/** A composer renders each. */
async function visitAll({ origin }: Measured): Promise<void> {
  let next = 0;
  const visitor = async () => {
    for (let number = next++; number < ADDRESSES; number = next++) {
      await (await fetch(`${origin}${pathOf(number)}`)).arrayBuffer();
      if (number % 2_000 === 0) console.log(`  ${number} of ${ADDRESSES} addresses`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
}

/** The composer's memory after so many different addresses, and how fast it sends then, in turns with a fresh one and with bare Node. */
export async function measureMemory(): Promise<Line[]> {
  const old = await startComposer(await freePort());
  const oldBare = await startBareCopy(old.origin + PATH);
  const before = old.memory();
  await visitAll(old);
  await visitAll(oldBare);
  const after = old.memory();
  const own = old.ownMemory();
  const fresh = await startComposer(await freePort());
  const bare = await startBareCopy(fresh.origin + PATH);
  const rounds = await sendingInTurns({ fresh, old, bare, oldBare }, PATH);
  await Promise.all([fresh, old, bare, oldBare].map((server) => server.stop()));
  return [
    {
      what: `the composer after ${ADDRESSES} addresses`,
      value: `${megabytes(after)}, ${megabytes(own)} its own (at start ${megabytes(before)})`,
      goal: `≤ ${megabytes(LIMIT)}`,
      holds: after <= LIMIT,
    },
    ...sendingLines(rounds),
  ];
}
