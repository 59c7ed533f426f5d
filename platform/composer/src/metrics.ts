import { freeRatioOf } from '@wholepage/releases/whole-files';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CanaryKeeper } from './canary/canary-keeper';
import type { RenderOutcome } from './guests/renderer';

type Release = { app: string; version: string };

const FAILURES: readonly RenderOutcome[] = ['failed', 'ended', 'timeout'];

/** Metrics for `/metrics`, in Prometheus' names and units. */
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly renders = new Histogram({
    name: 'composer_render_duration_seconds',
    help: 'Time to render a page, waits included, by release and outcome',
    labelNames: ['app', 'version', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: this.registers,
  });
  readonly fragments = new Histogram({
    name: 'composer_fragment_duration_seconds',
    help: 'Time until a fragment was in its page, or was given up, by release and outcome (rendered, cached, fallback)',
    labelNames: ['fragment', 'version', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.4, 1],
    registers: this.registers,
  });
  readonly guestEnds = this.counter(
    'composer_guest_ends_total',
    'Processes of guests that ended against our wish',
    'app',
    'version',
  );
  /** Label `none`: the composer worked for no release. */
  readonly loopHolds = this.counter(
    'composer_event_loop_held_total',
    'Times that the event loop answered nobody for 250 ms, by the release that it worked for',
    'remote',
  );
  readonly cacheHits = this.counter('composer_page_cache_hits_total', 'Pages sent from memory');
  /** Label `yes`: it came with a page-view token while a canary ran. */
  readonly reports = this.counter(
    'composer_reports_total',
    'Reports of browsers; only those with the page-view token are judged',
    'judged',
  );
  readonly recoveries = this.counter(
    'composer_recoveries_total',
    'Parts of pages that browsers made from scratch, because somebody else had changed the page (hydration: on its way, dom: later)',
    'kind',
  );

  /** Releases whose counters were initialised with 0: Prometheus misses the first fault of a new counter. */
  private readonly started = new Set<string>();

  constructor(guests: () => number) {
    collectDefaultMetrics({ register: this.registry });
    this.watch('composer_guests', 'Processes of guests', guests);
  }

  private counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.registers });
  }

  /** Adds a gauge that is computed when the metrics are read. */
  private watch(name: string, help: string, value: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: this.registers,
      async collect() {
        this.set(await value());
      },
    });
  }

  watchCanaries(verdicts: () => CanaryKeeper['verdicts'], secret: { isKnown: boolean }): void {
    const withheld = '1 while the private store cannot be used, and all visitors get the live releases';
    this.watch('composer_canaries_withheld', withheld, () => (secret.isKnown ? 0 : 1));
    new Gauge({
      name: 'composer_canary_evidence',
      help: 'E-value that a canary is worse than the live release; it is stopped at 200 (failures), 500 (timings) or 1000 (silence)',
      labelNames: ['app', 'version', 'measure'],
      registers: this.registers,
      collect() {
        this.reset();
        for (const { app, version, verdict } of verdicts()) {
          for (const { measure, evidence } of verdict.findings) this.set({ app, version, measure }, evidence);
        }
      },
    });
  }

  watchRegistry(registry: { refusals: readonly string[]; isUnreadable: boolean }): void {
    const refused = 'Releases that the registry calls live and that are not served';
    this.watch('composer_releases_refused', refused, () => registry.refusals.length);
    const unreadable = '1 while the registry cannot be read and the last good releases serve on';
    this.watch('composer_registry_unreadable', unreadable, () => (registry.isUnreadable ? 1 : 0));
  }

  watchDisk(folder: string): void {
    this.watch('data_disk_free_ratio', 'Share of the disk of DATA_DIR that is free', () => freeRatioOf(folder));
  }

  rendered({ app, version }: Release, outcome: RenderOutcome, seconds: number): void {
    const key = `${app} ${version}`;
    if (!this.started.has(key)) {
      this.started.add(key);
      for (const failure of FAILURES) this.renders.zero({ app, version, outcome: failure });
      this.guestEnds.inc({ app, version }, 0);
    }
    this.renders.observe({ app, version, outcome }, seconds);
  }

  /** Returns renders by `app version`, without refused ones: their number, total seconds, and how many failed. */
  async rendersByApp(): Promise<Map<string, { count: number; seconds: number; faults: number }>> {
    const found = new Map<string, { count: number; seconds: number; faults: number }>();
    for (const { metricName, labels, value } of (await this.renders.get()).values) {
      if (labels.outcome === 'refused') continue;
      const known = found.getOrInsert(`${labels.app} ${labels.version}`, { count: 0, seconds: 0, faults: 0 });
      if (metricName?.endsWith('_sum')) known.seconds += value;
      if (metricName?.endsWith('_count')) {
        known.count += value;
        if (labels.outcome !== 'rendered') known.faults += value;
      }
    }
    return found;
  }
}

interface LoopHeld {
  heldMs: number;
  /** The release that took most of that time; undefined when none is known. */
  owner: string | undefined;
  ownerMs: number;
}

const LOOK_EVERY_MS = 100;
const HELD_MS = 250;
/** Smallest share for which an owner is named. */
const NAMED_SHARE = 0.3;
/** Log at most once in this time. */
const TELL_EVERY_MS = 1_000;

/** Watches the event loop's delay, and for which release it worked meanwhile. */
export class LoopWatch {
  private readonly work = new Map<string, number>();
  private lookedAt = 0;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly onHeld: (held: LoopHeld) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  start(): () => void {
    this.lookedAt = this.now();
    const timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  charge(owner: string, ms: number): void {
    this.work.set(owner, (this.work.get(owner) ?? 0) + ms);
  }

  private look(): void {
    const now = this.now();
    const heldMs = Math.round(now - this.lookedAt - LOOK_EVERY_MS);
    this.lookedAt = now;
    if (heldMs >= HELD_MS && now - this.reportedAt >= TELL_EVERY_MS) {
      this.reportedAt = now;
      const [owner, ownerMs] = [...this.work].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0]);
      const isNamed = ownerMs >= heldMs * NAMED_SHARE;
      this.onHeld({ heldMs, owner: isNamed ? owner : undefined, ownerMs: isNamed ? Math.round(ownerMs) : 0 });
    }
    this.work.clear();
  }
}
