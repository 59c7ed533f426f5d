import { buildApp } from '@wholepage/tooling/build-app';
import { freePort } from '@wholepage/tooling/spawn';
import { type Line, median } from './line';
import { getCompressed, type Measured, startBareServer, startComposer, startNginx } from './servers';
import { wrk } from './wrk';

/*
 * What a composer sends and holds. Every rate is compared with bare Node that sends the same bytes and headers. They
 * take turns, because two runs of one build differ by up to a third.
 */

const ROUNDS = 3;
const PATH = '/contact';
const LOAD = { connections: 32, seconds: 4, headers: { 'Accept-Encoding': 'br' } };
const LEAST_OF_BARE = 0.75;

interface Rates {
  /** Median of the rounds, requests a second. */
  rate: number;
  /** Of each round. */
  rates: number[];
}

/** How fast servers send the page, in turns. The first round is for the compilers, and for remotes that a composer still gets ready. */
async function ratesInTurns<Name extends string>(
  servers: Readonly<Record<Name, { origin: string }>>,
): Promise<Record<Name, Rates>> {
  const names = Object.keys(servers) as Name[];
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of names) {
      const url = servers[name].origin + PATH;
      const { rate, failed, requests } = await wrk({ url, ...LOAD });
      if (failed > 0) throw new Error(`${url} failed ${failed} of ${requests} requests.`);
      if (round > 0) rates.get(name)?.push(rate);
    }
  }
  const of = (name: Name): Rates => ({ rate: median(rates.get(name) ?? []), rates: rates.get(name) ?? [] });
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Rates>;
}

/** Median of the ratios of each round. */
const ratioLine = (what: string, composed: Rates, bare: Rates): Line => {
  const ratio = median(composed.rates.map((rate, round) => rate / (bare.rates[round] ?? 1)));
  return { what, value: ratio.toFixed(2), goal: `≥ ${LEAST_OF_BARE}`, holds: ratio >= LEAST_OF_BARE };
};

const rateLine = (what: string, { rate }: Rates): Line => ({
  what,
  value: `${Math.round(rate)} requests/s`,
  goal: 'anchor',
});

/** A composed page from cache, beside bare Node and nginx that send the same bytes and headers. */
export async function measureThroughput(): Promise<Line[]> {
  const composed = await startComposer(await freePort());
  const { body, headers } = await getCompressed(composed.origin + PATH);
  const bare = await startBareServer(body, headers);
  const nginx = await startNginx(body, headers);
  const rates = await ratesInTurns({ composed, bare, nginx });
  await Promise.all([composed, bare, nginx].map((server) => server.stop()));
  return [
    rateLine(`composed page from cache (${body.length} B)`, rates.composed),
    rateLine('bare Node, same bytes and headers', rates.bare),
    ratioLine('composed ÷ bare Node', rates.composed, rates.bare),
    rateLine('nginx, one worker, same bytes and headers', rates.nginx),
  ];
}

const VISITORS = 40;
const LIMIT_MS = 200;

/** Whether a visitor waits because another is the first to ask for a large file: 40 at once, of a composer just started. */
export async function measureFirstRequests(): Promise<Line[]> {
  const composer = await startComposer(await freePort());
  try {
    const { manifest } = await buildApp('shell');
    const file = manifest.entry.js.find((name) => name.startsWith('assets/react.'));
    if (!file) throw new Error('The shell has no chunk of React.');
    const started = performance.now();
    await Promise.all(
      Array.from({ length: VISITORS }, async () => {
        const { status } = await getCompressed(`${composer.origin}/_releases/shell/${file}`);
        if (status !== 200) throw new Error(`${file}: ${status}`);
      }),
    );
    const took = performance.now() - started;
    return [
      {
        what: `${VISITORS} first requests for React's chunk`,
        value: `${Math.round(took)} ms`,
        goal: `< ${LIMIT_MS} ms`,
        holds: took < LIMIT_MS,
      },
    ];
  } finally {
    await composer.stop();
  }
}

const ADDRESSES = 10_000;
const AT_ONCE = 16;
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

/** The composer's memory after so many different addresses, and how fast it sends then. */
export async function measureMemory(): Promise<Line[]> {
  const composed = await startComposer(await freePort());
  const before = composed.memory();
  await visitAll(composed);
  const [after, own] = [composed.memory(), composed.ownMemory()];
  const { body, headers } = await getCompressed(composed.origin + PATH);
  const bare = await startBareServer(body, headers);
  const rates = await ratesInTurns({ composed, bare });
  await Promise.all([composed.stop(), bare.stop()]);
  return [
    {
      what: `the composer after ${ADDRESSES} addresses`,
      value: `${megabytes(after)}, ${megabytes(own)} its own (at start ${megabytes(before)})`,
      goal: `≤ ${megabytes(LIMIT)}`,
      holds: after <= LIMIT,
    },
    ratioLine(`after ${ADDRESSES} addresses, composed ÷ bare Node`, rates.composed, rates.bare),
  ];
}
