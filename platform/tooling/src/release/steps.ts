import { join } from 'node:path';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { AppName } from '@wholepage/contracts/version';
import { whyNoAppName } from '@wholepage/releases/app-names';
import { durationMs, startCanary } from '@wholepage/releases/canary/canary';
import { lock, unlock } from '@wholepage/releases/lock';
import { promote } from '@wholepage/releases/promote';
import { type AppPlan, carryOut, planPrune } from '@wholepage/releases/prune';
import { unusedMaps } from '@wholepage/releases/prune-maps';
import { publish } from '@wholepage/releases/publish';
import { SITE } from '@wholepage/releases/registry/history';
import { retire } from '@wholepage/releases/retire';
import { rollback } from '@wholepage/releases/rollback';
import { environmentTrust, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import { signerOf } from '@wholepage/releases/trust/signers';
import { buildApp } from '../build/build-app';
import { buildExternal } from '../external/build-external';
import { skippedChecks } from '../gate/run-gate';
import { noteGate, passGate, passGateOnce, verifyRelease } from '../gate/verify-release';
import { ROOT } from '../paths';
import { noWords, UsageError } from '../run/command';
import { siteDefinition } from '../site/definition';
import { askComposer } from './ask-composer';
import { appArgument, breaksOf, releaseArguments, type StepOptions, shareArgument, workspaceApp } from './words';

/*
 * The steps of a release, as commands: each is one of `@wholepage/releases`, with what the person must hear of it.
 */

/** `wholepage release <app>`: builds, verifies, publishes, and promotes it or gives it to a share of the visitors. */
export async function releaseApp(
  words: readonly string[],
  options: StepOptions & { canary?: string } = {},
): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const app = workspaceApp(words);
  const percent = options.canary === undefined ? undefined : shareArgument(options.canary);
  const place = storePlace();
  const started = performance.now();
  const say = (text: string) => console.log(`${app}: ${text}`);
  const { manifest, dir, built } = await buildApp(app, { report: (step) => say(`building for ${step}`) });
  if (!built) say('nothing changed since the last build');
  const { version } = manifest;
  const verification = await passGate({ place, app, version, built: dir, skip, say: console.log });
  say(await published(place, app, version, dir));
  const step = { why: options.why ?? '', verification, breaks: breaksOf(options.breakLock) };
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  if (percent !== undefined) {
    await startCanary(place, app, version, percent, step);
    say(
      `${version} goes to ${percent} % of the visitors, after ${seconds()} s. \`npm run wholepage -- canary ${app} stop\` ends it.`,
    );
    return;
  }
  const { previous } = await promote(place, app, version, step);
  say(`live: ${version}, after ${seconds()} s${wayBack(app, version, previous)}`);
  say(await askComposer(app, version));
}

/** `wholepage verify <app> [version]`: says whether a release, or what the sources make now, may go live. */
export async function verifyApp(
  words: readonly string[],
  options: Pick<StepOptions, 'skip' | 'reason'> & { json?: boolean; fast?: boolean } = {},
): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const { app, version } = releaseArguments(words);
  const say = options.json ? () => {} : (text: string) => console.log(text);
  const build = version
    ? undefined
    : await buildApp(workspaceApp([app]), { report: (step) => say(`building for ${step}`) });
  const results = await verifyRelease({
    place: storePlace(),
    app,
    version: version ?? build?.manifest.version ?? '',
    built: build?.dir,
    skip,
    fast: options.fast,
    say,
  });
  const isPassed = !results.some(({ outcome }) => outcome === 'failed');
  if (version && isPassed && !options.fast) await noteGate({ app, version, results, skip, say });
  if (options.json) console.log(JSON.stringify(results, null, 1));
  process.exitCode = isPassed ? 0 : 1;
}

/** `wholepage publish <app>`: puts it into the store, where visitors see nothing of it. @param options.from what another bundler made */
export async function publishApp(words: readonly string[], { from }: { from?: string } = {}): Promise<void> {
  const { manifest, dir } = await (from === undefined ? builtHere(words) : builtElsewhere(words, from));
  const { app, version } = manifest;
  console.log(`${app}: ${await published(storePlace(), app, version, dir)}.`);
  // What another bundler built has no page of its own.
  const address =
    from === undefined
      ? `Alone: /_standalone/${app}/${version}/`
      : `In your browser: ${firstPageOf(manifest)}?override=${app}@${version}`;
  console.log(`${address}   For visitors: npm run wholepage -- promote ${app} ${version}`);
}

const firstPageOf = ({ routes }: ReleaseManifest): string | undefined => routes[0]?.path.replaceAll(/:[^/]+/g, '1');

async function requireFreeName(app: AppName): Promise<void> {
  const taken = whyNoAppName(app, (await siteDefinition()).apiPaths);
  if (taken) throw new UsageError(`${taken}.`);
}

async function builtHere(words: readonly string[]) {
  const app = workspaceApp(words);
  await requireFreeName(app);
  return buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });
}

async function builtElsewhere(words: readonly string[], from: string) {
  const app = appArgument(words);
  await requireFreeName(app);
  const guest = await buildExternal(app, from, join(ROOT, 'node_modules', '.cache', 'guests', app));
  console.log(
    `${app}: its scripts weigh ${(guest.scriptBytes / 1000).toFixed(1)} kB of brotli, its own React and runtime included.`,
  );
  return guest;
}

/** Builds an app and publishes it. @returns its version */
export async function publishSources(app: AppName, place: string): Promise<string> {
  const { manifest, dir } = await buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });
  console.log(`${app}: ${await published(place, app, manifest.version, dir)}.`);
  return manifest.version;
}

/**
 * Publishes a version, unless the store has it. A release keeps the signature that it came with: whoever signs with
 * another key by now needs another version.
 * @returns what is to be said of it
 */
async function published(place: string, app: AppName, version: string, dir: string): Promise<string> {
  if (await publish(place, app, version, dir)) return `published ${version}`;
  const trust = environmentTrust();
  const [theirs, own] = await Promise.all([signerOf(openStore(place, trust), app, version), trust.sign(app, {})]);
  const there = `${version} is in the store already`;
  if (theirs === own.key) return there;
  return `${there}, signed by the key ${theirs} and not by yours, ${own.key}: raise "version" in ${app}/package.json to sign it again`;
}

/** `wholepage promote <app> <version>`: verifies a published release and gives it to visitors. */
export async function promoteApp(words: readonly string[], options: StepOptions = {}): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const { app, version } = releaseArguments(words);
  if (!version) throw new UsageError(`Which version of ${app}? \`npm run wholepage -- status\` lists them.`);
  const place = storePlace();
  const verification = await passGateOnce({ place, app, version, skip, say: console.log });
  const { previous } = await promote(place, app, version, {
    why: options.why ?? '',
    verification,
    breaks: breaksOf(options.breakLock),
  });
  console.log(`${app}: live: ${version}${wayBack(app, version, previous)}`);
  console.log(`${app}: ${await askComposer(app, version)}`);
}

/** Which command takes a release off that has just gone live. @param before what was live, if anything was */
export const wayBack = (app: string, version: string, before: string | null | undefined): string =>
  before && before !== version
    ? ` (before: ${before}). \`npm run rollback ${app}\` takes it back.`
    : `. \`npm run wholepage -- retire ${app}\` takes it off the site.`;

/** `wholepage rollback <app> [version]`: what was live before, or that version. @param options.from what is to be left */
export async function rollBack(
  words: readonly string[],
  options: Pick<StepOptions, 'why' | 'breakLock'> & { from?: string } = {},
): Promise<void> {
  const { app, version } = releaseArguments(words);
  const step = await rollback(storePlace(), app, {
    version,
    from: options.from,
    why: options.why ?? '',
    breaks: breaksOf(options.breakLock),
  });
  console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
}

/** `wholepage retire <app>`: takes its pages off the site until it is promoted again. */
export async function retireApp(
  words: readonly string[],
  options: Pick<StepOptions, 'why' | 'breakLock'> = {},
): Promise<void> {
  const app = appArgument(words);
  const { version } = await retire(storePlace(), app, {
    why: options.why ?? '',
    breaks: breaksOf(options.breakLock),
  });
  console.log(`${app}: ${version} is retired. \`npm run wholepage -- promote ${app} ${version}\` brings it back.`);
}

/** `wholepage lock <app>|site`: refuses every step until a time; `--off` ends that. */
export async function lockApp(
  words: readonly string[],
  options: { until?: string; why?: string; off?: boolean } = {},
): Promise<void> {
  const app = words[0] === SITE && words.length === 1 ? SITE : appArgument(words);
  const why = options.why ?? '';
  if (options.off) {
    await unlock(storePlace(), app, { why });
    console.log(`${app}: unlocked.`);
    return;
  }
  const { until } = await lock(storePlace(), app, timeOf(options.until), { why });
  console.log(`${app}: locked until ${until}. \`npm run wholepage -- lock ${app} --off\` ends it.`);
}

/** A time such as `2026-12-24T18:00Z`, or one from now on such as `2h`. @throws UsageError for what is none */
function timeOf(text: string | undefined): Date {
  const duration = durationMs(text ?? '');
  const time = duration === undefined ? Date.parse(text ?? '') : Date.now() + duration;
  if (Number.isNaN(time))
    throw new UsageError('Until when? Give --until 2h, or a time such as --until 2030-12-24T18:00Z.');
  return new Date(time);
}

/** `wholepage prune`: removes what neither the registry nor an open tab can need, after it said what. */
export async function prune(words: readonly string[], options: { dryRun?: boolean } = {}): Promise<void> {
  noWords(words);
  const store = openWritableStore(storePlace());
  const plan = await planPrune(store);
  const privateStore = openWritableStore(privateStorePlace());
  const maps = await unusedMaps(store, privateStore);
  const bytes = plan.bytes + maps.reduce((sum, file) => sum + file.bytes, 0);
  if (plan.apps.length + plan.previews.length + maps.length === 0) {
    console.log('Nothing to remove: all of it is live, was live in the last 30 days, or is among the last 20 steps.');
    return;
  }
  for (const app of plan.apps) {
    const versions = app.versions.length ? `releases ${app.versions.join(', ')}` : 'no release';
    console.log(`  ${app.app}: ${versions}; ${app.files.length} files, ${megabytes(bytesOf(app))}`);
  }
  if (plan.previews.length > 0) console.log(`  ${plan.previews.length} previews that ended`);
  if (maps.length > 0) console.log(`  ${maps.length} source maps of releases that are gone`);
  if (options.dryRun) {
    console.log(`${megabytes(bytes)} would be removed.`);
    return;
  }
  console.log(`Removing ${megabytes(bytes)} …`);
  await carryOut(store, plan);
  for (const { path } of maps) await privateStore.remove(path);
  console.log('Removed.');
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const bytesOf = ({ files }: AppPlan): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
