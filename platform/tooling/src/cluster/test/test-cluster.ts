import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../../paths';
import { UsageError } from '../../run/command';
import { ensureChromium } from '../../run/find-program';
import { freePort } from '../../run/spawn';
import { buildApps, buildServers } from '../../start/build/build-all';
import { askedToStop } from '../../start/composer';
import { findPrograms } from '../../trial/service-list';
import { type Cluster, startCluster } from '../start-cluster';
import { collectTraces, makeSmallDisks, receivePurges, removeSmallDisks, type SmallDisks } from './doubles';
import { accountFor, Senders, sitePaths, Visitors } from './load';
import { quickRules, untilAlarm } from './looks';
import { type Need, SCENARIOS, type Scenario, type Surroundings } from './scenarios';

const PAGES_PER_SECOND = 100;
const ENQUIRIES_PER_SECOND = 10;
/** Wait after a scenario, so that late failures count for the scenario that caused them. */
const AFTERMATH_MS = 2_000;
/** Limit from the scenario's start. Some begin with steps that raise no alarm and take long on a busy machine. */
const ALARM_FIRES_MS = 240_000;
const ALARM_CLEARS_MS = 60_000;
const say = (line: string) => console.log(line);

interface Row {
  scenario: string;
  pages: number;
  failed: number;
  'slowest ms': number;
  enquiries: number;
  'sent again': number;
  alarm: string;
  remark: string;
}

const chosenScenarios = (words: readonly string[]): readonly Scenario[] => {
  const found = SCENARIOS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (found.length > 0) return found;
  throw new UsageError(`Nothing that is tried has "${words.join('" or "')}" in its name.`);
};

/** Waits for an alarm to fire and clear. @returns its outcome in words, and whether it was as expected */
async function watchAlarm(
  cluster: Cluster,
  alarm: string | undefined,
  over: Promise<unknown>,
): Promise<[string, boolean]> {
  if (!alarm) return ['', true];
  if (!cluster.prometheus) return ['not seen', true];
  try {
    const fired = await untilAlarm(cluster.prometheus, alarm, true, ALARM_FIRES_MS);
    await over;
    const cleared = await untilAlarm(cluster.prometheus, alarm, false, ALARM_CLEARS_MS);
    return [`${alarm} after ${fired} s, clear after ${cleared} s`, true];
  } catch (error) {
    return [(error as Error).message, false];
  }
}

async function runScenario(
  cluster: Cluster,
  around: Surroundings,
  { visitors, senders }: { visitors: Visitors; senders: Senders },
  { name, alarm, slowestMs = Number.POSITIVE_INFINITY, run }: Scenario,
): Promise<{ row: Row; held: boolean }> {
  say(`${name} …`);
  const before = {
    asked: visitors.asked,
    failures: visitors.failures.length,
    sent: senders.sent,
    repeated: senders.repeated,
  };
  visitors.slowestMs = 0;
  const running = run(cluster, around).then(
    (remark) => ({ remark, cameTrue: true }),
    (error: Error) => ({ remark: error.message, cameTrue: false }),
  );
  const [outcome, alarmHeld] = await watchAlarm(cluster, alarm, running);
  const { remark, cameTrue } = await running;
  await wait(AFTERMATH_MS);
  const failures = visitors.failures.slice(before.failures);
  for (const { path, what } of failures.slice(0, 5)) say(`  ${path}: ${what}`);
  const row: Row = {
    scenario: name,
    pages: visitors.asked - before.asked,
    failed: failures.length,
    'slowest ms': Math.round(visitors.slowestMs),
    enquiries: senders.sent - before.sent,
    'sent again': senders.repeated - before.repeated,
    alarm: outcome,
    remark,
  };
  return { row, held: failures.length === 0 && alarmHeld && cameTrue && row['slowest ms'] <= slowestMs };
}

/** Fills the cache of each composer with every page, so that no scenario pays for a fresh start. */
async function visitEachComposer({ nodes }: Cluster, paths: readonly string[]): Promise<void> {
  for (const { port } of nodes.filter(({ process }) => process.kind === 'composer'))
    for (const path of paths) await fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
}

/** Separates the scenarios that this machine cannot run. They are named, and are no failure. */
export function possibleOf(
  scenarios: readonly Scenario[],
  has: (need: Need) => boolean,
): { possible: Scenario[]; untried: string[] } {
  const untried = scenarios.flatMap(({ name, needs }) => (needs && !has(needs) ? [`${name} (no ${needs})`] : []));
  return { possible: scenarios.filter(({ needs }) => !needs || has(needs)), untried };
}

async function tryAll(cluster: Cluster, around: Surroundings, scenarios: readonly Scenario[]): Promise<boolean> {
  const paths = await sitePaths(cluster.origin);
  const visitors = new Visitors(cluster.origin, paths, PAGES_PER_SECOND);
  const senders = new Senders(cluster.origin, ENQUIRIES_PER_SECOND);
  await visitEachComposer(cluster, paths);
  visitors.start();
  senders.start();
  const tried: { row: Row; held: boolean }[] = [];
  for (const scenario of scenarios) tried.push(await runScenario(cluster, around, { visitors, senders }, scenario));
  await Promise.all([visitors.stop(), senders.stop()]);
  const account = await accountFor(cluster, senders);
  console.table(tried.map(({ row }) => row));
  console.table({ ...account, thanked: senders.thanked.size, 'given up': senders.givenUp.size });
  const { lost, doubled, mailsMissing } = account;
  return tried.every(({ held }) => held) && lost + doubled + mailsMissing === 0;
}

/** Runs {@link SCENARIOS} on a cluster while visitors come, and prints what they noticed. */
export async function testCluster(words: readonly string[]): Promise<void> {
  const scenarios = chosenScenarios(words);
  ensureChromium();
  const programs = findPrograms(say);
  say('Building what changed …');
  await Promise.all([buildApps(say), buildServers()]);
  const folder = resolve(ROOT, process.env.DATA_DIR || 'var', 'cluster-test');
  const rules = join(`${folder}-rules`, 'rules.yml');
  await mkdir(`${folder}-rules`, { recursive: true });
  await writeFile(rules, quickRules());
  const [purges, traces] = await Promise.all([receivePurges(), collectTraces()]);
  let disks: SmallDisks | undefined;
  removeSmallDisks(folder);
  const { signal, stopped } = askedToStop();
  let cluster: Cluster | undefined;
  const stopAll = async () => {
    await cluster?.stop();
    removeSmallDisks(folder);
    await Promise.all([purges.close(), traces.close()]);
  };
  let left: Promise<void> | undefined;
  const leave = () => (left ??= stopAll());
  stopped.then(leave).then(() => process.exit(1));
  try {
    cluster = await startCluster({
      folder,
      port: await freePort(),
      programs,
      say,
      signal,
      settings: {
        RATE_LIMIT_PER_MINUTE: '1000000',
        PURGE_URL: purges.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
      },
      quickRules: { rules, seconds: 1 },
      beforeStart: async (nodes) => {
        disks = await makeSmallDisks(nodes);
      },
    });
    if (!disks) throw new Error('No server was planned.');
    const { available } = disks;
    const has = (need: Need) => (need === 'small disks' ? available : programs[need] !== undefined);
    const { possible, untried } = possibleOf(scenarios, has);
    const held = await tryAll(cluster, { disks, purges, traces }, possible);
    if (untried.length > 0) say(`Not tried: ${untried.join(', ')}.`);
    if (!programs.prometheus) say('No alarm was seen: no prometheus.');
    say(held ? 'Nobody noticed anything.' : 'Somebody noticed something: see above.');
    if (!held) process.exitCode = 1;
  } finally {
    await leave();
  }
}
