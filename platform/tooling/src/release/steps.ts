import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EVENT_NAME } from '@wholepage/contracts/events';
import { type AppName, appNameSchema, type ReleaseManifest, SHELL, versionSchema } from '@wholepage/contracts/release';
import type { SiteGoals } from '@wholepage/contracts/site';
import { refuseCanary, startCanary } from '@wholepage/releases/canary/canary';
import { durationMs, notATime, sharesOf } from '@wholepage/releases/canary/plan';
import { whyNoAppName } from '@wholepage/releases/claims';
import { carryOut, planPrune, unusedMaps } from '@wholepage/releases/prune';
import { publish } from '@wholepage/releases/publish';
import { type HistoryEntry, readStep, releasesAfter, SITE } from '@wholepage/releases/registry/registry';
import { environmentTrust, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { candidate, lock, promote, retire, rollback, unlock } from '@wholepage/releases/steps';
import { openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import { signerOf } from '@wholepage/releases/trust/trust';
import * as z from 'zod';
import { buildApp } from '../build/build-app';
import { buildExternal } from '../external/build-external';
import { noteGate, passGate, passGateOnce, skippedChecks, verifyRelease } from '../gate/run-gate';
import { ROOT, workspaceApps } from '../paths';
import { noMore, typedPath, UsageError } from '../run/command';
import { ask, liveSet, privatePort, siteDefinition, siteOrigin } from '../site/definition';

/* The steps of a release as commands: each takes a step of `@wholepage/releases` and prints what the person must know. */

/** `wholepage release <app>`: builds, verifies and publishes, then promotes the release or starts its canary. */
export async function releaseApp(
  words: readonly string[],
  options: StepOptions & { canary?: string } = {},
): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const said = stepOf(options);
  const app = workspaceApp(words);
  const percent = options.canary === undefined ? undefined : shareArgument(options.canary);
  const place = storePlace();
  const started = performance.now();
  const say = (text: string) => console.log(`${app}: ${text}`);
  const { manifest, dir, built } = await builtHere(app);
  if (!built) say('nothing changed since the last build');
  const { version } = manifest;
  const refuse = percent === undefined ? undefined : refuseCanary(app, version);
  const verification = await passGate({ place, app, version, built: dir, skip, say: console.log, refuse, ...said });
  say(await published(place, app, version, dir));
  const step = { ...said, verification };
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  if (percent !== undefined) {
    await startCanary(place, app, version, percent, step);
    return say(
      `${version} goes to ${percent} % of the visitors, after ${seconds()} s. \`npm run wholepage -- canary ${app} stop\` ends it.`,
    );
  }
  const taken = await promote(place, app, version, step);
  say(`live: ${version}, after ${seconds()} s${wayBack(app, version, taken.previous)}`);
  await sayEnded(taken);
  say(await askComposer(app, version));
}

/** `wholepage verify <app> [version]`: tells whether a release, or a build of the sources, may go live. */
export async function verifyApp(
  words: readonly string[],
  options: Pick<StepOptions, 'skip' | 'reason'> & { json?: boolean; fast?: boolean } = {},
): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const { app, version } = releaseArguments(words);
  const place = storePlace();
  // A store behind https lists no versions.
  if (version && !/^https?:/.test(place)) await candidate(openWritableStore(place), app, version);
  const say = options.json ? () => {} : (text: string) => console.log(text);
  const build = version
    ? undefined
    : await buildApp(workspaceApp([app]), { report: (step) => say(`building for ${step}`) });
  const results = await verifyRelease({
    place,
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

/** `wholepage publish <app>`: puts a release into the store, unseen by visitors. @param options.from another bundler's output */
export async function publishApp(words: readonly string[], { from }: { from?: string } = {}): Promise<void> {
  const app = from === undefined ? workspaceApp(words) : appArgument(words);
  const taken = whyNoAppName(app, (await siteDefinition()).apiPaths);
  if (taken) throw new UsageError(`${taken}.`);
  if (from !== undefined && app === SHELL) throw new UsageError('shell is the layout: give your remote another name.');
  const { manifest, dir } = await (from === undefined ? builtHere(app) : builtElsewhere(app, from));
  const { version } = manifest;
  console.log(`${app}: ${await published(storePlace(), app, version, dir)}.`);
  // Another bundler's remote has no standalone page.
  const address =
    from === undefined
      ? `Alone: ${siteOrigin()}/_standalone/${app}/${version}/`
      : `In your browser: ${siteOrigin()}${firstPageOf(manifest)}?override=${app}@${version}`;
  console.log(`${address}   For visitors: npm run wholepage -- promote ${app} ${version}`);
}

const firstPageOf = ({ routes }: ReleaseManifest): string | undefined => routes[0]?.path.replaceAll(/:[^/]+/g, '1');

const builtHere = (app: AppName) => buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });

async function builtElsewhere(app: AppName, from: string) {
  const guest = await buildExternal(app, typedPath(from), join(ROOT, 'node_modules', '.cache', 'guests', app));
  console.log(
    `${app}: its scripts weigh ${(guest.scriptBytes / 1000).toFixed(1)} kB of brotli, framework and runtime included.`,
  );
  return guest;
}

/** Builds an app and publishes it. @returns its version */
export async function publishSources(app: AppName, place: string): Promise<string> {
  const { manifest, dir } = await builtHere(app);
  console.log(`${app}: ${await published(place, app, manifest.version, dir)}.`);
  return manifest.version;
}

/** Publishes a version unless the store already has it, with its own signature. @returns the report's words */
async function published(place: string, app: AppName, version: string, dir: string): Promise<string> {
  if (await publish(place, app, version, dir)) return `published ${version}`;
  const trust = environmentTrust();
  const [theirs, own] = await Promise.all([signerOf(openStore(place, trust), app, version), trust.sign(app, {})]);
  const there = `${version} is in the store already`;
  if (theirs === own.key) return there;
  return `${there}, signed by the key ${theirs} and not by yours, ${own.key}: raise its version to sign it again`;
}

/** `wholepage promote <app> <version>`: verifies a published release and makes it live. */
export async function promoteApp(words: readonly string[], options: StepOptions = {}): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const { app, version } = publishedRelease(words);
  const place = storePlace();
  const said = stepOf(options);
  const verification = await passGateOnce({ place, app, version, skip, say: console.log, ...said });
  const taken = await promote(place, app, version, { ...said, verification });
  console.log(`${app}: live: ${version}${wayBack(app, version, taken.previous)}`);
  await sayEnded(taken);
  console.log(`${app}: ${await askComposer(app, version)}`);
}

/** Names the command that undoes a promotion. @param before the live version before it, if any */
export const wayBack = (app: string, version: string, before: string | null | undefined): string =>
  before && before !== version
    ? ` (before: ${before}). \`npm run rollback ${app}\` takes it back.`
    : `. \`npm run wholepage -- retire ${app}\` takes it off the site.`;

/** `wholepage rollback <app> [version]`: makes the former version live, or that one. @param options.from the version to leave */
export async function rollBack(words: readonly string[], options: SaidOptions & { from?: string } = {}): Promise<void> {
  const { app, version } = releaseArguments(words);
  const step = await rollback(storePlace(), app, { version, from: options.from, ...stepOf(options) });
  console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
  await sayEnded(step);
  console.log(`${app}: ${await askComposer(app, step.version)}`);
}

/** Names the canary or experiment that a step ended as well, which may be a colleague's. */
async function sayEnded({ app, version, before }: HistoryEntry): Promise<void> {
  const last = before && (await readStep(openWritableStore(storePlace()), before).catch(() => undefined));
  const ended = last ? releasesAfter(last).canary : undefined;
  if (!ended || ended.metadata.version === version) return;
  const what = ended.extras.experiment ? 'experiment' : 'canary';
  console.log(`${app}: the ${what} with ${ended.metadata.version} for ${ended.deployment.traffic} % ended with that.`);
}

/** `wholepage retire <app>`: takes an app's pages off the site until it is promoted again. */
export async function retireApp(words: readonly string[], options: SaidOptions = {}): Promise<void> {
  const app = appArgument(words);
  const step = await retire(storePlace(), app, stepOf(options));
  const { version } = step;
  console.log(`${app}: ${version} is retired. \`npm run wholepage -- promote ${app} ${version}\` brings it back.`);
  await sayEnded(step);
}

/** `wholepage lock <app>|site`: refuses every step until a time; `--off` ends the lock. */
export async function lockApp(
  words: readonly string[],
  options: SaidOptions & { until?: string; off?: boolean } = {},
): Promise<void> {
  const app = words[0] === SITE && words.length === 1 ? SITE : appArgument(words);
  if (options.off) {
    await unlock(storePlace(), app, stepOf(options));
    return console.log(`${app}: unlocked.`);
  }
  const { until } = await lock(storePlace(), app, timeOf(options.until), stepOf(options));
  console.log(`${app}: locked until ${until}. \`npm run wholepage -- lock ${app} --off\` ends it.`);
}

/** Reads a time such as `2026-12-24T18:00Z`, or a duration from now such as `2h`. @throws UsageError for other text */
function timeOf(text: string | undefined): Date {
  const duration = durationMs(text ?? '');
  const time = duration === undefined ? Date.parse(text ?? '') : Date.now() + duration;
  if (Number.isNaN(time))
    throw new UsageError('Until when? Give --until 2h, or a time such as --until 2030-12-24T18:00Z.');
  return new Date(time);
}

/** `wholepage prune`: lists, then removes the releases that neither the registry nor an open tab can need. */
export async function prune(_words: readonly string[], options: { dryRun?: boolean } = {}): Promise<void> {
  const store = openWritableStore(storePlace());
  const plan = await planPrune(store);
  const privateStore = openWritableStore(privateStorePlace());
  const maps = await unusedMaps(store, privateStore);
  const sum = (files: readonly { bytes: number }[]): number => files.reduce((all, { bytes }) => all + bytes, 0);
  const bytes = plan.bytes + sum(maps);
  if (plan.apps.length + plan.previews.length + maps.length === 0)
    return console.log(
      'Nothing to remove: all of it is live, was live in the last 30 days, or is among the last 20 steps.',
    );
  for (const app of plan.apps) {
    const versions = app.versions.length ? `releases ${app.versions.join(', ')}` : 'no release';
    console.log(`  ${app.app}: ${versions}; ${app.files.length} files, ${megabytes(sum(app.files))}`);
  }
  if (plan.previews.length > 0) console.log(`  ${plan.previews.length} previews that ended`);
  if (maps.length > 0) console.log(`  ${maps.length} source maps of releases that are gone`);
  if (options.dryRun) return console.log(`${megabytes(bytes)} would be removed.`);
  console.log(`Removing ${megabytes(bytes)} …`);
  await carryOut(store, plan);
  for (const { path } of maps) await privateStore.remove(path);
  console.log('Removed.');
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The releases that a composer serves, and the reasons for refused ones where it tells them. */
const servedSchema = z.object({ live: z.record(z.string(), z.string()), refused: z.array(z.string()).optional() });
type Served = z.output<typeof servedSchema>;

/** The longest wait for a composer, which polls the store every half second and reads the new release's code. */
const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 300;

/** Asks a composer at its private port, which is only reached from its own machine. */
const asOperator = async (env: NodeJS.ProcessEnv): Promise<Served> => {
  const headers: Record<string, string> = env.COMPOSITION_TOKEN
    ? { authorization: `Bearer ${env.COMPOSITION_TOKEN}` }
    : {};
  return servedSchema.parse(await ask(`http://localhost:${privatePort(env)}/_composition/live.json`, headers));
};

async function asVisitor(origin: string): Promise<Served> {
  const { shell, remotes } = await liveSet(origin);
  return { live: { shell, ...Object.fromEntries(remotes.map(({ name, version }) => [name, version])) } };
}

const served = (env: NodeJS.ProcessEnv, origin: string): Promise<Served | undefined> =>
  (env.SITE_ORIGIN ? asVisitor(origin) : asOperator(env)).catch(() => undefined);

/** Asks the composer of `SITE_ORIGIN`, or a local one, for a live version. @returns the report @throws Error with its reason */
export async function askComposer(app: string, version: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const origin = siteOrigin(env);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await served(env, origin);
    if (!found) return `no composer was asked, for none answers at ${origin} (SITE_ORIGIN).`;
    if (found.live[app] === version) return `${origin} serves it.`;
    if (Date.now() > deadline) {
      const why =
        found.refused?.filter((sentence) => sentence.split(/[^\w-]+/).includes(app)).join(' ') ||
        'its log says why ("release refused").';
      const there = found.live[app];
      // With its version, because this step may be a rollback: a second one is refused, and then leads further back.
      const back = there ? `npm run rollback ${app} ${there}` : `npm run wholepage -- retire ${app}`;
      throw new Error(
        `The registry names ${app} ${version} live, but the composer at ${origin} serves ${there ?? 'none'}: ${why} \`${back}\` takes the step back.`,
      );
    }
    await wait(LOOK_EVERY_MS);
  }
}

/* The meaning of words and options. An invalid one is refused in a sentence that names the valid ones. */

interface SaidOptions {
  why?: string;
  breakLock?: string;
}

/** Options of every command that changes the served releases. */
export interface StepOptions extends SaidOptions {
  /** Names of checks to skip; needs a reason. */
  skip?: string;
  reason?: string;
}

const choices = (): string => `Choose among ${workspaceApps().join(', ')}.`;

/** Reads the one app, which may be outside this workspace. @throws UsageError */
export function appArgument([given, ...more]: readonly string[]): AppName {
  if (given === undefined) throw new UsageError(`Which app? ${choices()}`);
  if (!appNameSchema.safeParse(given).success) throw new UsageError(`"${given}" is not a name of an app. ${choices()}`);
  noMore(more);
  return given;
}

/** Reads the one app, which must be of this workspace. @throws UsageError that lists its apps */
export function workspaceApp(words: readonly string[]): AppName {
  const app = appArgument(words);
  if (!workspaceApps().includes(app)) throw new UsageError(`There is no app "${app}" here. ${choices()}`);
  return app;
}

/** Reads an app and an optional version. @throws UsageError */
export function releaseArguments([app, version, ...more]: readonly string[]): {
  app: AppName;
  version: string | undefined;
} {
  noMore(more);
  if (version !== undefined && !versionSchema.safeParse(version).success) {
    throw new UsageError(
      `"${version}" is not a version, such as 1.0.0-3fa9c2d1. \`npm run wholepage -- status\` lists them.`,
    );
  }
  return { app: appArgument(app === undefined ? [] : [app]), version };
}

/** Reads an app and a version. @throws UsageError */
export function publishedRelease(words: readonly string[]): { app: AppName; version: string } {
  const { app, version } = releaseArguments(words);
  if (version) return { app, version };
  throw new UsageError(`Which version of ${app}? \`npm run wholepage -- status\` lists them.`);
}

/** The options of a step among all options. @throws UsageError when the reason of `--break-lock "why"` is empty */
export function stepOf({ why = '', breakLock }: SaidOptions) {
  if (breakLock === undefined || breakLock.trim()) return { why, breaks: breakLock?.trim() };
  throw new UsageError('Say why the lock is broken: --break-lock "why". It is kept in the history.');
}

const DEFAULT_EVERY = '10m';

/** Reads a share of the visitors. @throws UsageError when it is invalid */
export function shareArgument(text: string | undefined): number {
  const [share, ...more] = sharesOf(text ?? '') ?? [];
  if (share !== undefined && more.length === 0) return share;
  throw new UsageError(
    text === undefined
      ? 'For how many percent of the visitors? Between 1 and 99; npm run wholepage -- promote gives it to all.'
      : `"${text}" is not a share: give a whole number of percent between 1 and 99. npm run wholepage -- promote gives it to all.`,
  );
}

/** Reads a canary's steps and their duration. @throws UsageError when one is invalid */
export function planOf(steps: string | undefined, every: string | undefined) {
  if (steps === undefined) {
    if (every !== undefined) throw new UsageError('--every says how long each of --steps lasts: name those, too.');
    return undefined;
  }
  const shares = sharesOf(steps);
  if (!shares)
    throw new UsageError(`"${steps}" are not steps: give rising percents between 1 and 99, such as 10,25,50.`);
  const everyMs = durationMs(every ?? DEFAULT_EVERY);
  if (!everyMs) throw new UsageError(notATime(every));
  return { shares, everyMs };
}

/** Reads the goal: one that the site declares, an event, or by default the first goal. @throws UsageError that lists the goals */
export function goalArgument(text: string | undefined, declared: SiteGoals): string {
  const names = Object.keys(declared);
  const known = names.length > 0 ? `This site has ${names.join(', ')}.` : 'This site declares none.';
  const goal = text ?? names[0];
  if (goal === undefined)
    throw new UsageError(`Which goal? ${known} An event counts, too: --goal checkout:cart-changed.`);
  if (names.includes(goal) || EVENT_NAME.test(goal)) return goal;
  throw new UsageError(`There is no goal "${goal}". ${known} An event counts, too: --goal checkout:cart-changed.`);
}

/** Reads the largest difference that counts as none, in whole percent. @throws UsageError when it is invalid */
export function marginArgument(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = Number(text);
  if (/^\d{1,3}$/.test(text) && percent >= 1 && percent <= 100) return percent / 100;
  throw new UsageError(`"${text}" is not a margin: give the largest difference that counts as none, 1 to 100 percent.`);
}
