import type { Deployment, Registry } from '@wholepage/contracts/release';
import { type ExperimentEvidence, readExperiment } from '@wholepage/releases/experiment/experiment';
import { follow } from '@wholepage/releases/registry/follow';
import type { AppReleases, HistoryEntry } from '@wholepage/releases/registry/registry';
import { notChecked, readHistory, readRegistry } from '@wholepage/releases/registry/registry';
import { activeLock, lockText } from '@wholepage/releases/registry/step-rights';
import { localKeysDir, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { exportPins } from '@wholepage/releases/trust/pins';
import { type KeyUse, keysInUse } from '@wholepage/releases/trust/trust';

const SHOWN_STEPS = 30;

/** `wholepage status`: what is live, its canaries, experiments and locks, and how it came about. */
export async function status(
  _words: readonly string[],
  options: { json?: boolean; keys?: boolean; pins?: boolean } = {},
): Promise<void> {
  if (options.pins) return console.log((await exportPins(localKeysDir())).releaseKeys);
  const store = openWritableStore(storePlace());
  const registry = await readRegistry(store);
  const { apps, malformed, locks } = await follow(store, registry);
  if (options.keys) return printKeys(store, apps);
  const experiments = await readExperiments(apps);
  if (options.json) {
    console.log(JSON.stringify(asData(registry, apps, await readHistory(store), experiments), null, 1));
    return;
  }
  printApps(apps, malformed, experiments);
  for (const lock of Object.values(locks)) if (activeLock([lock], Date.now())) console.log(`  ${lockText(lock)}`);
  printHistory(await readHistory(store, { limit: SHOWN_STEPS }));
}

const versionOf = (release: AppReleases['live']): string | null => release?.metadata.version ?? null;

/** What `--json` prints. */
function asData(
  { generation }: Registry,
  apps: Record<string, AppReleases>,
  history: readonly HistoryEntry[],
  experiments: Experiments,
) {
  const app = (name: string, { live, previous, canary }: AppReleases) => ({
    live: versionOf(live),
    previous: versionOf(previous),
    canary:
      canary && !canary.extras.experiment
        ? { version: canary.metadata.version, percent: canary.deployment.traffic }
        : null,
    experiment: experiments[name] ? experimentData(experiments[name]) : null,
  });
  return {
    generation,
    apps: Object.fromEntries(Object.entries(apps).map(([name, releases]) => [name, app(name, releases)])),
    history: history.map(({ deployments: _deployments, under: _under, ...step }) => step),
  };
}

const canaryText = ({ canary }: AppReleases): string =>
  canary && !canary.extras.experiment ? `   canary: ${canary.metadata.version} for ${canary.deployment.traffic} %` : '';

const column = (apps: Record<string, unknown>): { names: string[]; width: number } => {
  const names = Object.keys(apps).sort();
  return { names, width: Math.max(14, ...names.map((name) => name.length)) };
};

function printApps(
  apps: Record<string, AppReleases>,
  malformed: Record<string, string>,
  experiments: Experiments,
): void {
  const { names, width } = column(apps);
  console.log('Live');
  for (const name of names) {
    const releases = apps[name] ?? {};
    const before = releases.previous ? `   before: ${versionOf(releases.previous)}` : '';
    console.log(`  ${name.padEnd(width)} ${versionOf(releases.live) ?? '(none)'}${before}${canaryText(releases)}`);
    if (experiments[name]) console.log(`  ${''.padEnd(width)} ${experimentText(experiments[name])}`);
  }
  for (const sentence of Object.values(malformed)) console.log(`  ${sentence}`);
}

function printHistory(history: readonly HistoryEntry[]): void {
  console.log('\nHistory, newest first, times in UTC');
  for (const step of history.slice(0, SHOWN_STEPS)) {
    const { at, action, app, version, previous, by, why } = step;
    const when = at.replace('T', ' ').slice(0, 19);
    const broken = step.breaks && `broke a lock: ${step.breaks}`;
    const reason = [why, broken, notChecked(step.verification)].filter(Boolean).join('; ');
    console.log(
      `  ${when}  ${action.padEnd(10)} ${app.padEnd(14)} ${version}  (before: ${previous ?? 'none'})  ${by}${reason && `: ${reason}`}`,
    );
  }
}

interface RunningExperiment {
  deployment: Deployment;
  plan: NonNullable<Deployment['extras']['experiment']>;
  /** Undefined where this machine has no access to what composers share. */
  seen: ExperimentEvidence | undefined;
}

type Experiments = Readonly<Record<string, RunningExperiment>>;

/** The experiments of these apps, with what composers have seen of them. */
async function readExperiments(apps: Record<string, AppReleases>): Promise<Experiments> {
  const found: Record<string, RunningExperiment> = {};
  for (const [app, { canary }] of Object.entries(apps)) {
    const plan = canary?.extras.experiment;
    if (!canary || !plan) continue;
    const privateStore = openWritableStore(privateStorePlace());
    const seen = await readExperiment(privateStore, app, canary).catch(() => undefined);
    found[app] = { deployment: canary, plan, seen };
  }
  return found;
}

const experimentText = ({ deployment, plan, seen }: RunningExperiment): string =>
  `experiment: A ${plan.against}, B ${deployment.metadata.version} for ${deployment.deployment.traffic} %; ${seen?.result.why ?? 'its evidence cannot be read here'}`;

const experimentData = ({ deployment, plan, seen }: RunningExperiment) => ({
  a: plan.against,
  b: deployment.metadata.version,
  percent: deployment.deployment.traffic,
  goal: plan.goal,
  margin: plan.margin,
  result: seen?.result ?? null,
});

const KEY_WIDTH = 12;

/** What is to be known of a key on one line. */
export function keyText({ isBelieved, signs }: KeyUse): string {
  if (signs.length === 0) return 'signs nothing that is live, was live before or is a canary';
  return isBelieved ? signs.join(', ') : `${signs.join(', ')}: not believed, so no composer that starts serves it`;
}

/** Says of each app which keys are believed, and what each has signed. */
async function printKeys(store: ReleaseStore, apps: Record<string, AppReleases>): Promise<void> {
  const { names, width } = column(apps);
  for (const name of names) {
    for (const use of await keysInUse(store, name, apps[name] ?? {}))
      console.log(`${name.padEnd(width)} ${use.key.padEnd(KEY_WIDTH)} ${keyText(use)}`);
  }
}
