import type { Registry } from '@wholepage/contracts/discovery';
import type { AppReleases } from '@wholepage/releases/registry/deployments';
import { follow } from '@wholepage/releases/registry/follow';
import type { HistoryEntry } from '@wholepage/releases/registry/history';
import { activeLock, lockText } from '@wholepage/releases/registry/locks';
import { readHistory } from '@wholepage/releases/registry/read-history';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { notChecked } from '@wholepage/releases/registry/verification';
import { localKeysDir, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { exportPins } from '@wholepage/releases/trust/export-pins';
import { noWords, runCommand } from '../run/command';
import { type Experiments, experimentData, experimentText, readExperiments } from './answers/experiment-results';
import { printKeys } from './answers/print-keys';
import { optionsOf } from './arguments/arguments';

const SHOWN_STEPS = 30;

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

function printApps(
  apps: Record<string, AppReleases>,
  malformed: Record<string, string>,
  experiments: Experiments,
): void {
  const names = Object.keys(apps).sort();
  const width = Math.max(14, ...names.map((name) => name.length));
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

await runCommand(
  'npm run releases [-- --json | --keys | --pins]   says what is live, and how it came about',
  async (line) => {
    const { words, flags } = optionsOf(line, { json: 'boolean', keys: 'boolean', pins: 'boolean' });
    noWords(words);
    if (flags.has('pins')) return console.log((await exportPins(localKeysDir())).releaseKeys);
    const store = openWritableStore(storePlace());
    const registry = await readRegistry(store);
    const { apps, malformed, locks } = await follow(store, registry);
    if (flags.has('keys')) return printKeys(store, apps);
    const experiments = await readExperiments(apps);
    if (flags.has('json')) {
      console.log(JSON.stringify(asData(registry, apps, await readHistory(store), experiments), null, 1));
      return;
    }
    printApps(apps, malformed, experiments);
    for (const lock of Object.values(locks)) if (activeLock([lock], Date.now())) console.log(`  ${lockText(lock)}`);
    printHistory(await readHistory(store, SHOWN_STEPS));
  },
);
