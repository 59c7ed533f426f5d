import type { FederationManifest } from '@wholepage/contracts/federation-manifest';
import { satisfies, valid, validRange } from 'semver';
import { type Bundler, exportsSomething } from './bundler';
import { GuestError } from './guest-error';
import type { RemoteJson } from './remote-json';

const SCRIPT = /\.m?js$/;
/** A policy whose name stands in the code, as webpack and Rspack write it. */
const POLICY = /createPolicy\(\s*(["'`])([^"'`]*)\1/g;

/** @throws GuestError for a range of versions that means nothing, or in which its own copy does not lie */
export function checkRanges({ shared }: FederationManifest, bundler: Bundler): void {
  for (const { name, version, requiredVersion } of shared) {
    if (requiredVersion === false || requiredVersion === '') continue;
    const todo = `change "requiredVersion" of ${name} in "shared" of ${bundler.options}`;
    if (validRange(requiredVersion) === null) {
      throw new GuestError(
        `It asks for ${name} in "${requiredVersion}", which is not a range of versions: ${todo}, for example to "^19.0.0".`,
      );
    }
    if (valid(version) !== null && !satisfies(version, requiredVersion)) {
      throw new GuestError(
        `It asks for ${name} in "${requiredVersion}", and was built with ${version}, which is not in it: ${todo}.`,
      );
    }
  }
}

/** What a script that declares a variable of this name would write to instead; to write to `location` leaves the page. */
const NAMES_OF_WINDOW = new Set([
  'caches',
  'closed',
  'crypto',
  'document',
  'event',
  'external',
  'frames',
  'history',
  'length',
  'location',
  'name',
  'navigator',
  'opener',
  'origin',
  'parent',
  'performance',
  'screen',
  'self',
  'status',
  'top',
  'window',
]);

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** @throws GuestError when the entry cannot be the container that the manifest says */
export function checkEntry(
  { metaData: { globalName, remoteEntry } }: FederationManifest,
  entry: string,
  type: 'module' | 'script',
  bundler: Bundler,
): void {
  if (type === 'module' && !exportsSomething(entry)) {
    throw new GuestError(
      `mf-manifest.json says that ${remoteEntry.name} is an ES module, and it exports nothing: set ${bundler.entryType}, and build it again.`,
    );
  }
  if (type === 'script' && NAMES_OF_WINDOW.has(globalName)) {
    throw new GuestError(
      `${remoteEntry.name} leaves "${globalName}", which is the browser's own: set another "name" in ${bundler.options}, for example "guest_${globalName}", and build it again.`,
    );
  }
  if (type === 'script' && !(IDENTIFIER.test(globalName) && entry.includes(globalName))) {
    throw new GuestError(
      `mf-manifest.json says that ${remoteEntry.name} leaves "${globalName}", and it does not: set "name" in ${bundler.options} to letters, digits and "_", and build it again.`,
    );
  }
}

/**
 * A script guest loads its chunks itself. The pages of the site run scripts of named Trusted Types policies only, and its
 * chunks are held to digests by its own bundler.
 * @param entry text of the remote's entry
 * @throws GuestError that names the setting of that bundler
 */
export function checkScripts(entry: string, files: readonly string[], policies: readonly string[], bundler: Bundler) {
  const scripts = files.filter((file) => SCRIPT.test(file));
  if (scripts.length <= 1) return;
  if (!/createPolicy/.test(entry)) {
    throw new GuestError(
      `It loads chunks without a Trusted Types policy, which the site's pages do not run. Set ${bundler.trustedTypes}, and name the same policy in "policies" of remote.json.`,
    );
  }
  if (policies.length === 0) {
    throw new GuestError(
      `It makes a Trusted Types policy, and "policies" of remote.json is empty: name the one of ${bundler.trustedTypes} there.`,
    );
  }
  const other = [...entry.matchAll(POLICY)].map(([, , name = '']) => name).find((name) => !policies.includes(name));
  if (other !== undefined) {
    throw new GuestError(
      `It makes the Trusted Types policy "${other}", and "policies" of remote.json names "${policies.join('", "')}": write "${other}" there, or change ${bundler.trustedTypes}.`,
    );
  }
  if (!/sha(256|384|512)-/.test(entry)) {
    throw new GuestError(`It loads chunks without digests, so a changed file would run: ${bundler.integrity}.`);
  }
}

/** @throws GuestError when nothing is exposed as `./app` */
export function checkExposes({ exposes }: FederationManifest, bundler: Bundler): void {
  if (exposes.some(({ path }) => path === './app')) return;
  const names = exposes.map(({ path }) => path).join(', ') || 'nothing';
  throw new GuestError(`It exposes ${names}: expose its pages as "./app" in "exposes" of ${bundler.options}.`);
}

/** An export of this name, as bundlers write one: no method of something else. */
const UNMOUNT = /(?<![.\w$])unmount\b|\bexports\.unmount\b/;

/**
 * @param form what its `./app` is; a bridge and a component are taken away by who mounts them
 * @param scripts texts of all its scripts
 * @throws GuestError when nothing could take its page away again
 */
export function checkLifecycles(form: RemoteJson['form'], scripts: readonly string[]): void {
  if (form !== 'mount' || scripts.some((text) => UNMOUNT.test(text))) return;
  throw new GuestError(
    'Its ./app exports no "unmount": export bootstrap, mount and unmount, or write in "form" of remote.json what it is: "bridge" or "component".',
  );
}

/** @throws GuestError when its files are looked for at an address of its own */
export function checkPublicPath({ metaData: { publicPath = 'auto' } }: FederationManifest, bundler: Bundler): void {
  if (['auto', '', './'].includes(publicPath)) return;
  throw new GuestError(
    `Its files are looked for at "${publicPath}", and the site serves them elsewhere: set ${bundler.publicPath}.`,
  );
}
