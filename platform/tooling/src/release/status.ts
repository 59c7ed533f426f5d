import { appNameSchema } from '@wholepage/contracts/release';
import { readExperiment } from '@wholepage/releases/experiment/experiment';
import { follow } from '@wholepage/releases/registry/follow';
import {
  type AppReleases,
  type HistoryEntry,
  notChecked,
  readHistory,
  readRegistry,
} from '@wholepage/releases/registry/registry';
import { activeLock, lockText } from '@wholepage/releases/registry/step-rights';
import { localKeysDir, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { publishedVersions } from '@wholepage/releases/steps';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import { exportPins } from '@wholepage/releases/trust/pins';
import { type KeyUse, keysInUse } from '@wholepage/releases/trust/trust';

const SHOWN_STEPS = 30;
const SHOWN_VERSIONS = 10;

/** `wholepage status`: prints live releases, canaries, experiments, locks, the history, and releases that could go live. */
export async function status(
  _words: readonly string[],
  options: { json?: boolean; keys?: boolean; pins?: boolean } = {},
): Promise<void> {
  if (options.pins) return console.log((await exportPins(localKeysDir())).releaseKeys);
  const store = openWritableStore(storePlace());
  const registry = await readRegistry(store);
  const { apps, malformed, locks } = await follow(store, registry);
  if (options.keys) return printKeys(store, apps);
  const found = await Promise.all(Object.entries(apps).map(async (app) => [app[0], await statusOf(...app)] as const));
  if (options.json) {
    const steps = await readHistory(store);
    const history = steps.map(({ deployments: _deployments, under: _under, ...step }) => step);
    console.log(JSON.stringify({ generation: registry.generation, apps: Object.fromEntries(found), history }, null, 1));
    return;
  }
  printApps(Object.fromEntries(found));
  for (const sentence of Object.values(malformed)) console.log(`  ${sentence}`);
  for (const lock of Object.values(locks)) if (activeLock([lock], Date.now())) console.log(`  ${lockText(lock)}`);
  const history = await readHistory(store, { limit: SHOWN_STEPS });
  printHistory(history);
  for (const line of await otherLines(store, history)) console.log(line);
}

/** Lists releases that no printed step names, such as published ones that nobody gets yet. */
async function otherLines(store: WritableStore, history: readonly HistoryEntry[]): Promise<string[]> {
  const lines: string[] = [];
  for (const app of (await store.names('')).filter((name) => appNameSchema.safeParse(name).success)) {
    const shown = new Set(history.flatMap((step) => (step.app === app ? [step.version, step.previous] : [])));
    const others = (await publishedVersions(store, app)).filter((version) => !shown.has(version));
    const more = others.length > SHOWN_VERSIONS ? ', and older ones' : '';
    if (others.length > 0) lines.push(`  ${app.padEnd(14)} ${others.slice(0, SHOWN_VERSIONS).join(', ')}${more}`);
  }
  return lines.length > 0 ? ['\nAlso in the store', ...lines.sort()] : [];
}

type AppStatus = Awaited<ReturnType<typeof statusOf>>;

/** The served releases of an app. An experiment has no result where this machine cannot read the composers' shared data. */
async function statusOf(app: string, { live, previous, canary }: AppReleases) {
  const plan = canary?.extras.experiment;
  const [version, percent] = [canary?.metadata.version, canary?.deployment.traffic];
  const read = async () => canary && (await readExperiment(openWritableStore(privateStorePlace()), app, canary));
  const seen = plan && (await read().catch(() => undefined));
  return {
    live: live?.metadata.version ?? null,
    previous: previous?.metadata.version ?? null,
    canary: canary && !plan ? { version, percent } : null,
    experiment: plan
      ? { a: plan.against, b: version, percent, goal: plan.goal, margin: plan.margin, result: seen?.result ?? null }
      : null,
  };
}

const column = (apps: Record<string, unknown>): { names: string[]; width: number } => {
  const names = Object.keys(apps).sort();
  return { names, width: Math.max(14, ...names.map((name) => name.length)) };
};

function printApps(apps: Record<string, AppStatus>): void {
  const { names, width } = column(apps);
  console.log('Live');
  for (const name of names) {
    const { live, previous, canary, experiment } = apps[name] as AppStatus;
    const before = previous ? `   before: ${previous}` : '';
    const share = canary ? `   canary: ${canary.version} for ${canary.percent} %` : '';
    console.log(`  ${name.padEnd(width)} ${live ?? '(none)'}${before}${share}`);
    if (!experiment) continue;
    const { a, b, percent, result } = experiment;
    const why = result?.why ?? 'its evidence cannot be read here';
    console.log(`  ${''.padEnd(width)} experiment: A ${a}, B ${b} for ${percent} %; ${why}`);
  }
}

function printHistory(history: readonly HistoryEntry[]): void {
  console.log('\nHistory, newest first, times in UTC');
  for (const step of history) {
    const { at, action, app, version, previous, by, why } = step;
    const when = at.replace('T', ' ').slice(0, 19);
    const broken = step.breaks && `broke a lock: ${step.breaks}`;
    const reason = [why, broken, notChecked(step.verification)].filter(Boolean).join('; ');
    console.log(
      `  ${when}  ${action.padEnd(10)} ${app.padEnd(14)} ${version}  (before: ${previous ?? 'none'})  ${by}${reason && `: ${reason}`}`,
    );
  }
}

const KEY_WIDTH = 12;

function usesOf({ isBelieved, signs }: KeyUse): string {
  if (signs.length === 0) return 'signs nothing that is live, was live before or is a canary';
  return isBelieved ? signs.join(', ') : `${signs.join(', ')}: not believed, so no composer that starts serves it`;
}

async function printKeys(store: ReleaseStore, apps: Record<string, AppReleases>): Promise<void> {
  const { names, width } = column(apps);
  for (const name of names) {
    for (const use of await keysInUse(store, name, apps[name] ?? {}))
      console.log(`${name.padEnd(width)} ${use.key.padEnd(KEY_WIDTH)} ${usesOf(use)}`);
  }
}
