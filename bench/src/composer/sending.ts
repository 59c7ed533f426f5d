import { type Line, median } from '../measure/line';
import type { Measured } from '../measure/measured';
import { processorMs } from '../measure/processor-time';
import { wrk } from '../measure/wrk';

const ROUNDS = 3;
const LOAD = { connections: 32, seconds: 4, headers: { 'Accept-Encoding': 'br' } };

export interface Sending {
  /** Responses a second. */
  rate: number;
  /** Microseconds of the processor for each: busy machines change the rate, and this hardly. */
  cost: number;
}

async function send({ origin, pid }: Measured, path: string): Promise<Sending> {
  const before = processorMs(pid);
  const { rate, requests } = await wrk({ url: origin + path, ...LOAD });
  return { rate, cost: ((processorMs(pid) - before) * 1_000) / requests };
}

/** How fast servers send one page, in turns; the first round, which is for the compilers, is left out. */
export async function sendingInTurns<Name extends string>(
  servers: Readonly<Record<Name, Measured>>,
  path: string,
): Promise<Record<Name, Sending>[]> {
  const rounds: Record<Name, Sending>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sent: Partial<Record<Name, Sending>> = {};
    for (const name in servers) sent[name] = await send(servers[name], path);
    rounds.push(sent as Record<Name, Sending>);
  }
  return rounds.slice(1);
}

const medianOf = <Round>(rounds: readonly Round[], pick: (round: Round) => number): number => median(rounds.map(pick));

const ratio = (what: string, value: number, least: number): Line => ({
  what,
  value: value.toFixed(2),
  goal: `≥ ${least}`,
  holds: value >= least,
});

const NAMES = ['fresh', 'old', 'bare', 'oldBare'] as const;

/**
 * A composer just started, and one that has served. Beside each is bare Node with the same bytes and headers, of the
 * same age and after as many requests.
 */
export type AgedRound = Record<(typeof NAMES)[number], Sending>;

/** How much of its speed a composer keeps with age, and how much of it Node does. */
export function sendingLines(rounds: readonly AgedRound[]): Line[] {
  const rates = NAMES.map((name) => Math.round(medianOf(rounds, (round) => round[name].rate)));
  const costs = NAMES.map((name) => medianOf(rounds, (round) => round[name].cost).toFixed(1));
  const among = (one: keyof AgedRound, other: keyof AgedRound) =>
    medianOf(rounds, (round) => round[one].rate / round[other].rate);
  return [
    {
      what: 'a page from cache: fresh, old, bare Node fresh and old',
      value: `${rates.join(', ')} requests/s`,
      goal: 'anchor',
    },
    { what: 'processor time for it', value: `${costs.join(', ')} µs`, goal: '' },
    ratio('a fresh composer ÷ bare Node', among('fresh', 'bare'), 0.75),
    ratio('the old composer ÷ bare Node', among('old', 'bare'), 0.75),
    ratio('the old composer ÷ bare Node as old', among('old', 'oldBare'), 0.75),
    ratio('the old composer ÷ the fresh one', among('old', 'fresh'), 0.9),
    { what: 'old bare Node ÷ fresh', value: among('oldBare', 'bare').toFixed(2), goal: 'anchor' },
  ];
}
