import { createRequire } from 'node:module';
import type { Manifest, ManifestShared } from '@module-federation/sdk';
import type { FederationManifest } from '@wholepage/contracts/federation-manifest';
import type { Share } from '@wholepage/contracts/release';
import { type BuildOptions, build } from 'esbuild';
import { containerName } from '../container';
import type { ExternalRelease, PromisedFile } from '../external-remote';
import { SHARE, SHARE_CONFIG, whatToDo } from './unpromised';

/*
 * Files of a release for other builds: its container and its manifest for any Module Federation host, and the entry
 * that stands for an external remote in this platform's host.
 */

/**
 * Reads the shares of a federation entry from its code, because the shipped code counts, not the configuration.
 * @throws when a share of the entry cannot be read
 */
export function sharesIn(script: string): Share[] {
  const shares = [...script.matchAll(SHARE)].map(([, name = '', version = '', range = '']) => ({
    name,
    version,
    range,
  }));
  const meant = script.match(SHARE_CONFIG)?.length ?? 0;
  if (shares.length < meant) throw new Error(whatToDo('sharesIn', 'the shares of an entry'));
  return shares;
}

/** The parts of a release that its `remoteEntry.js` loads. */
interface RemoteEntryOptions {
  /** Global name of the container. */
  name: string;
  /** Script that brings the runtime, and defines `_FEDERATION_FOREIGN`. */
  foreign: PromisedFile;
  /** The script that this platform's host loads first. */
  entry: PromisedFile;
  /** Data of the release for `./embed`. */
  embed: PromisedFile;
}

const quoted = ({ file, integrity }: PromisedFile): string => `${JSON.stringify(file)},${JSON.stringify(integrity)}`;

/**
 * Returns the script `remoteEntry.js`: a container that starts in any Module Federation host. It holds only addresses
 * and digests; the rest is loaded by a host's first call. The next call retries a failed load.
 */
export const remoteEntryScript = ({ name, foreign, entry, embed }: RemoteEntryOptions): string => `var ${name};(()=>{
let a=document.currentScript.src,p,r=u=>u,
t=globalThis.trustedTypes?.createPolicy(${JSON.stringify(`remote-${name}`)},{createScriptURL:r})??{createScriptURL:r},
l=(f,integrity)=>new Promise((y,n)=>{let s=Object.assign(document.createElement("script"),{integrity,crossOrigin:"anonymous",onload:y,onerror(){s.remove();n(Error(s.src+" did not come, or is not the promised bytes"))}});s.src=t.createScriptURL(new URL(f,a).href);document.head.append(s)}),
o=()=>p??=l(${quoted(foreign)}).then(()=>_FEDERATION_FOREIGN(${JSON.stringify(name)},a,()=>l(${quoted(entry)}),${quoted(embed)})).catch(e=>{p=0;throw e});
${name}={init:async(...g)=>(await o()).init(...g),get:async m=>(await o()).get(m)}})()
`;

/** A release, as a manifest describes it. */
interface ManifestOptions {
  /** The remote's own name. */
  app: string;
  version: string;
  /** Exposed modules such as `./app`. */
  exposes: readonly string[];
  /** Shares of the entry: module, own version, accepted range. */
  shares: readonly Share[];
  /** Files beside the manifest: the archive of types, and the types of `loadRemote` for it. Empty for none. */
  types: string;
  apiTypes: string;
}

/** Empty lists, because the library loads listed scripts and styles before a host asks for them, and without integrity. */
const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/**
 * Returns `mf-manifest.json` of Module Federation 2. Paths are relative to it (`publicPath: "auto"`). `types` and
 * `shared` are always there: the library reads both without a check, though its documentation calls them optional.
 */
export const federationManifest = ({ app, version, exposes, shares, types, apiTypes }: ManifestOptions): Manifest => ({
  id: app,
  name: app,
  metaData: {
    name: app,
    type: 'app',
    buildInfo: { buildVersion: version, buildName: app },
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
    types: { path: '', name: '', zip: types, api: apiTypes },
    globalName: containerName(app),
    publicPath: 'auto',
  },
  shared: shares.map(
    ({ name, version, range }): ManifestShared => ({
      id: `${app}:${name}`,
      name,
      version,
      singleton: false,
      requiredVersion: range,
      hash: '',
      assets: NO_FILES,
    }),
  ),
  remotes: [],
  exposes: exposes.map((path) => {
    const name = path.replace('./', '');
    return { id: `${app}:${name}`, name, path, assets: NO_FILES };
  }),
});

/** Returns the files that a build's manifest names, its entry first. */
export function neededBy({ metaData, exposes }: FederationManifest): [entry: string, ...others: string[]] {
  const { path, name } = metaData.remoteEntry;
  const others = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
  return [[path, name].filter(Boolean).join('/'), ...others];
}

/** Bundles a script for pages with all its imports. */
export async function bundledScript(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
    ...options,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the entry of an external remote's release: a container for this platform's host that loads another bundler's build. */
export async function externalScript(remote: ExternalRelease): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@wholepage/federation/external-remote');
  const code = await bundledScript({ entryPoints: [entry], globalName: '__external' });
  return `var ${containerName(remote.app)}=(()=>{${code}return __external.externalContainer(${JSON.stringify(remote)},document.currentScript.src)})();\n`;
}
