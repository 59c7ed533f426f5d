import { setTimeout as wait } from 'node:timers/promises';
import type { ProgramName } from '../../trial/service-list';
import type { Cluster } from '../start-cluster';
import type { PurgeReceiver, SmallDisks, TraceCollector } from './doubles';
import { childrenOf, pidOf, postmasterPid, untilReady } from './looks';
import { walkJourneys } from './trials/journeys';
import { askAsDashboard, followOneTrace, hearEveryServer, loadOverHttp2 } from './trials/observed';
import { releaseAndRollBack, replaceReleaseKey, splitVisitors } from './trials/releases';
import { replaceWebhookSecret } from './trials/replace-webhook-secret';

const VISIBLE_WITHIN_MS = 2_000;
const S3_AWAY_MS = 30_000;
/** Time within which an alarm with seconds in place of minutes fires. */
const LONG_ENOUGH_MS = 15_000;
const BETWEEN_MS = 1_000;
/** The most that a silent server may delay a visitor (docs/decisions/0015). */
const SILENCE_NOTICED_MS = 2_000;

/** Stand-ins around the cluster. */
export interface Surroundings {
  disks: SmallDisks;
  purges: PurgeReceiver;
  traces: TraceCollector;
}

/** A requirement that a machine may lack: a program, or the right to mount. */
export type Need = ProgramName | 'small disks';

/** A fault, or an action that must succeed, while visitors come. */
export interface Scenario {
  name: string;
  /** Requirement without which the scenario is skipped. */
  needs?: Need;
  /** Alarm that fires during the scenario and clears after it. */
  alarm?: string;
  /** Longest time in ms of a page for a visitor. */
  slowestMs?: number;
  /** Runs the scenario to its end. @returns a remark for the table @throws when it failed */
  run(cluster: Cluster, around: Surroundings): Promise<string>;
}

const killed = (name: string, pids: (cluster: Cluster) => number[], needs?: Need): Scenario => ({
  name: `kill -9 ${name}`,
  ...(needs && { needs }),
  run: async (cluster) => {
    for (const pid of pids(cluster)) process.kill(pid, 'SIGKILL');
    const began = performance.now();
    await wait(BETWEEN_MS);
    await untilReady(cluster);
    return `all ready after ${((performance.now() - began) / 1000).toFixed(1)} s`;
  },
});

/** Suspends a process: it still accepts connections but answers none. */
const hung = (name: string, alarm: string, more: Pick<Scenario, 'needs' | 'slowestMs'>): Scenario => ({
  name: `${name} hangs for ${LONG_ENOUGH_MS / 1000} s`,
  alarm,
  ...more,
  run: async (cluster) => {
    const pid = pidOf(cluster, name);
    process.kill(pid, 'SIGSTOP');
    try {
      await wait(LONG_ENOUGH_MS);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await untilReady(cluster);
    return '';
  },
});

const SERVERS = ['composer-1', 'composer-2', 'composer-3', 'api-1', 'api-2', 'jobs'];

const rollingRestart: Scenario = {
  name: 'rolling restart of composers and APIs',
  run: async (cluster) => {
    for (const name of SERVERS) {
      await cluster.services.get(name).restart();
      await untilReady(cluster);
    }
    return '';
  },
};

const s3Gone: Scenario = {
  name: `S3 gone for ${S3_AWAY_MS / 1000} s, a composer restarted meanwhile`,
  alarm: 'RegistryUnreadable',
  run: async (cluster) => {
    cluster.s3.fault = 'is gone';
    try {
      await wait(S3_AWAY_MS / 3);
      await cluster.services.get('composer-1').restart();
      await wait((S3_AWAY_MS * 2) / 3);
    } finally {
      cluster.s3.fault = 'none';
    }
    await untilReady(cluster);
    return '';
  },
};

const postgresRestarted: Scenario = {
  name: 'PostgreSQL restarted',
  run: async (cluster) => {
    process.kill(postmasterPid(cluster), 'SIGINT');
    await wait(BETWEEN_MS);
    await untilReady(cluster);
    return '';
  },
};

const released: Scenario = {
  name: 'promotion and rollback',
  run: async (cluster, { purges }) => {
    const { promotion, rollback, purged } = await releaseAndRollBack(cluster, purges);
    const remark = `the old one last seen after ${promotion} and ${rollback} ms, purged after ${purged} ms`;
    if (Math.max(promotion, rollback, purged) > VISIBLE_WITHIN_MS)
      throw new Error(`${remark}, wanted: ${VISIBLE_WITHIN_MS}`);
    return remark;
  },
};

const diskFull: Scenario = {
  name: 'full disk of composer-3 and api-2',
  needs: 'small disks',
  alarm: 'DiskFills',
  run: async (_cluster, { disks }) => {
    await disks.fill();
    await wait(LONG_ENOUGH_MS);
    await disks.free();
    return '';
  },
};

/** All scenarios, in order. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'Prometheus hears every server', needs: 'prometheus', run: hearEveryServer },
  { name: 'TLS, HTTP/2 and packed files', needs: 'openssl', run: loadOverHttp2 },
  { name: 'one trace through all servers', run: (cluster, { traces }) => followOneTrace(cluster, traces) },
  { name: 'journeys in a browser: form, upload, payment', run: walkJourneys },
  ...[...SERVERS, 'payment-sandbox', 'postgresql'].map((name) => killed(name, (cluster) => [pidOf(cluster, name)])),
  killed('pgbouncer', (cluster) => [pidOf(cluster, 'pgbouncer')], 'pgbouncer'),
  killed('PostgreSQL itself', (cluster) => [postmasterPid(cluster)]),
  killed('a worker of nginx', (cluster) => childrenOf(pidOf(cluster, 'nginx')).slice(0, 1)),
  killed('all guests of composer-2', (cluster) => childrenOf(pidOf(cluster, 'composer-2'))),
  rollingRestart,
  hung('composer-2', 'ComposerDown', { slowestMs: SILENCE_NOTICED_MS }),
  hung('api-1', 'ApiDown', { slowestMs: SILENCE_NOTICED_MS }),
  hung('pgbouncer', 'DatabaseAway', { needs: 'pgbouncer' }),
  s3Gone,
  postgresRestarted,
  released,
  { name: 'canary for half of the visitors', run: splitVisitors },
  {
    name: "a release key replaced, and the old one's release promoted",
    alarm: 'ReleaseRefused',
    run: replaceReleaseKey,
  },
  { name: "the webhook's secret replaced", run: replaceWebhookSecret },
  diskFull,
  { name: 'the dashboard, after a payment and a canary', needs: 'prometheus', run: askAsDashboard },
];
