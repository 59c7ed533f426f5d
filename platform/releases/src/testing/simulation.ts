/**
 * Simulates visitors of canaries and experiments, for tests and for the numbers of decision 149: `npx tsx
 * platform/releases/src/testing/simulation.ts [runs]`. 20 000 visitors come, with up to three page views each. The
 * judge looks after each failure and after every 40 visitors.
 */

import { seeded } from '../../../tooling/src/testing/sample';
import { Cohort, type Variant } from '../canary/cohort';
import { judge, networksSeen } from '../canary/judge';
import { type ExperimentResult, judgeExperiment } from '../experiment/verdict';

/** Experience of one variant's visitors. */
interface VisitorModel {
  /** Chance that the app fails for a visitor. */
  failing: number;
  /** Median LCP in milliseconds; visitors vary as `exp(±1)` around it, and networks as `exp(±0.5)`. */
  lcp: number;
  /** Added to each LCP. */
  slower?: number;
  /** Median INP in milliseconds of those who interact; they vary as `exp(±1)`. */
  inp: number;
  /** Added to each INP. */
  slowerInp?: number;
  /** Chance that a browser gets pages but never reports. */
  silent: number;
}

interface Simulation {
  percent: number;
  canary: VisitorModel;
  live: VisitorModel;
  visitors: number;
  /** Draws the network of a visitor. @returns its number */
  networkOf(visitor: number, random: () => number): number;
  random: () => number;
  /** Number of composers that share the visitors. Each has its own evidence and that of the others. */
  composers?: number;
  /** Visitors between two restarts of a composer. A restart loses unshared evidence. */
  restartEvery?: number;
}

/** Visitors between two looks of the judge at timings. Failures are complete, because it also looks after each. */
const VISITORS_BETWEEN_LOOKS = 40;
/** Visitors between two exchanges of evidence. */
const VISITORS_BETWEEN_EXCHANGES = 10;
const VIEWS = 3;
/** Share of visitors who click, tap or type. */
const INTERACTING = 0.7;
/** Share of networks with a proxy that breaks the site's scripts for everybody behind it. */
const BROKEN_NETWORKS = 0.02;

/** Pseudo-random number between 0 and 1, fixed for a network. */
const traitOf = (network: number, salt: number): number => {
  let mixed = Math.imul(network + 0x9e3779b9 + salt * 0x85ebca6b, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296;
};

/** Composers that exchange their evidence. */
class Composers {
  readonly cohorts: Cohort[];
  private readonly shared: ReturnType<Cohort['changed']>[] = [];

  constructor(count: number) {
    this.cohorts = Array.from({ length: count }, () => new Cohort());
  }

  exchange(): void {
    if (this.cohorts.length === 1) return;
    for (const cohort of this.cohorts) {
      const members = cohort.changed();
      cohort.shared(members);
      this.shared.push(members);
      for (const other of this.cohorts) if (other !== cohort) other.merge(members);
    }
  }

  restart(index: number): void {
    const fresh = new Cohort();
    for (const members of this.shared) fresh.merge(members);
    this.cohorts[index] = fresh;
  }
}

/**
 * Simulates a canary. Visitors have up to three page views each; the judge looks after each failure and every few visitors.
 * @returns the networks of both variants until the canary was stopped; undefined when it was not stopped
 */
function simulate(simulation: Simulation): number | undefined {
  const { percent, canary, live, visitors, random, composers: count = 1, restartEvery } = simulation;
  const composers = new Composers(count);
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const network = simulation.networkOf(visitor, random);
    const variant: Variant = random() * 100 < percent ? 'canary' : 'live';
    const model = variant === 'canary' ? canary : live;
    const isBroken = traitOf(network, 1) < BROKEN_NETWORKS;
    const [name, id] = [String(network), String(visitor)];
    let failed = false;
    const isSilent = random() < model.silent;
    const isInteracting = random() < INTERACTING;
    for (let view = 0; view < VIEWS; view += 1) {
      if (view > 0 && random() < 0.5) break;
      const cohort = composers.cohorts[Math.floor(random() * count)] as Cohort;
      if (view === 0) cohort.arrive({ network: name, visitor: id, since: visitor, percent, variant });
      const fails = random() < (isBroken ? 0.5 : model.failing);
      const lcp = model.lcp * Math.exp(2 * random() - 1) * Math.exp(traitOf(network, 2) - 0.5) + (model.slower ?? 0);
      const inp = isInteracting ? model.inp * Math.exp(2 * random() - 1) + (model.slowerInp ?? 0) : 0;
      // One visitor per second: their number is the time in seconds.
      cohort.observe(name, id, { variant, percent }, { given: visitor });
      if (!isSilent) cohort.observe(name, id, { variant, percent }, { heard: true, failed: fails, lcp, inp });
      failed ||= fails && !isSilent;
    }
    if (visitor % VISITORS_BETWEEN_EXCHANGES === 0) composers.exchange();
    if (restartEvery && visitor % restartEvery === restartEvery - 1) composers.restart(Math.floor(random() * count));
    if (!failed && visitor % VISITORS_BETWEEN_LOOKS !== 0) continue;
    for (const cohort of composers.cohorts) {
      const evidence = cohort.evidence(visitor);
      if (!judge(evidence).stop) continue;
      const { canary: ofCanary, live: ofLive } = networksSeen(evidence);
      return ofCanary + ofLive;
    }
  }
  return undefined;
}

/** Draws networks of `size` visitors each, on average. */
const networksOf =
  (size: number) =>
  (_visitor: number, random: () => number, total = Math.ceil(20_000 / size)): number =>
    size === 1 ? _visitor : Math.floor(random() * total);

/** Gives half of the visitors their own networks, and the others networks of `size` visitors. */
const halfInNetworksOf =
  (size: number) =>
  (visitor: number, random: () => number): number =>
    random() < 0.5 ? visitor : 1_000_000 + Math.floor((random() * 10_000) / size);

const DAY = 20_000;
const SOUND: VisitorModel = { failing: 0.0005, lcp: 900, inp: 80, silent: 0.03 };

export const CROWDS: Readonly<Record<string, Simulation['networkOf']>> = {
  'networks of 1': networksOf(1),
  'networks of 3': networksOf(3),
  'networks of 20': networksOf(20),
  'half in networks of 20': halfInNetworksOf(20),
  'half in networks of 100': halfInNetworksOf(100),
};

type Change = Partial<Simulation> & { canary?: VisitorModel };

/** Repeats a simulation. @returns the networks of both variants at each stop, in ascending order */
export function runs(count: number, seed: number, change: Change): number[] {
  const random = seeded(seed);
  const simulation = { percent: 10, canary: SOUND, live: SOUND, visitors: DAY, networkOf: networksOf(1), random };
  const ends = Array.from({ length: count }, () => simulate({ ...simulation, ...change }));
  return ends.filter((end) => end !== undefined).sort((one, other) => one - other);
}

export const FAILS: VisitorModel = { ...SOUND, failing: 0.05 };
export const SLOW: VisitorModel = { ...SOUND, slower: 500 };
export const SLUGGISH: VisitorModel = { ...SOUND, slowerInp: 150 };
/** A release whose script hangs three tabs in ten. */
export const HANGS: VisitorModel = { ...SOUND, silent: 0.3 };

interface ExperimentSimulation {
  /** Chance that a visitor of the variant reaches the goal. */
  a: number;
  b: number;
  visitors: number;
  seed: number;
  /** Share of B, in percent. */
  percent?: number;
  /** Share of B in the actual draw, in percent. A broken draw differs from {@link percent}. */
  drawn?: number;
  margin?: number;
  /** Size of a visitor's network. */
  networkSize?: number;
  /** Visitors between two looks at the result. */
  lookEvery?: number;
}

/** The hour changes both rates alike, by at most this share up and down, over a period of so many visitors. */
const SWING = 0.5;
const DAY_LENGTH = 2_000;

/** Simulates an experiment with repeated looks at its result. @returns the first decided result, else the last one */
function simulateExperiment(simulation: ExperimentSimulation): ExperimentResult {
  const { a, b, visitors, seed, percent = 50, drawn = percent, margin = 0.1 } = simulation;
  const { networkSize = 1, lookEvery = 100 } = simulation;
  const random = seeded(seed);
  const cohort = new Cohort();
  const look = () => judgeExperiment(cohort.evidence(), { goal: 'order', margin });
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const network = String(networkSize === 1 ? visitor : Math.floor((random() * visitors) / networkSize));
    const variant: Variant = random() * 100 < drawn ? 'canary' : 'live';
    const now = { variant, percent };
    cohort.arrive({ network, visitor: String(visitor), since: visitor, ...now });
    cohort.observe(network, String(visitor), now, { given: visitor + 1, heard: true });
    const hour = 1 + SWING * Math.sin((2 * Math.PI * visitor) / DAY_LENGTH);
    if (random() < (variant === 'canary' ? b : a) * hour) cohort.reach(network, String(visitor), now);
    if (visitor % lookEvery !== 0) continue;
    const result = look();
    if (result.outcome !== 'running') return result;
  }
  return look();
}

/** Counts the outcomes of so many runs. @param seed of the first run */
export function outcomesOf(runs: number, seed: number, simulation: Omit<ExperimentSimulation, 'seed'>) {
  const counts: Record<ExperimentResult['outcome'], number> = {
    running: 0,
    'b-better': 0,
    'a-better': 0,
    alike: 0,
    'sample-ratio-mismatch': 0,
  };
  for (let run = 0; run < runs; run += 1)
    counts[simulateExperiment({ ...simulation, seed: seed + run * 7_919 }).outcome] += 1;
  return counts;
}

/** Prints the table of decision 149. */
function print(count: number): void {
  const row = (what: string, seed: number, change: Change) => {
    const ends = runs(count, seed, change);
    const at = (part: number) => ends[Math.floor(ends.length * part)] ?? '–';
    console.log(`| ${what} | ${ends.length} of ${count} | ${at(0.5)} | ${at(0.95)} |`);
  };
  console.log('| canary of 10 % | stopped | networks until then, median | p95 |\n|---|---|---|---|');
  let seed = 1;
  for (const [crowd, networkOf] of Object.entries(CROWDS)) {
    row(`no worse, ${crowd}`, seed, { networkOf });
    row(`no worse, ${crowd}, 3 composers, restarts`, seed + 1, { networkOf, composers: 3, restartEvery: 1_000 });
    seed += 2;
  }
  for (const [crowd, networkOf] of Object.entries(CROWDS)) {
    row(`fails 5 %, ${crowd}`, seed, { networkOf, canary: FAILS });
    row(`LCP + 500 ms, ${crowd}`, seed + 1, { networkOf, canary: SLOW });
    row(`INP + 150 ms, ${crowd}`, seed + 2, { networkOf, canary: SLUGGISH });
    row(`hangs in 30 %, ${crowd}`, seed + 3, { networkOf, canary: HANGS });
    seed += 4;
  }
}

if (process.argv[1]?.endsWith('simulation.ts')) print(Number(process.argv[2] ?? 100));
