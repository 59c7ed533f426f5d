import { createRequire, Module } from 'node:module';
import webpack, { type RuntimeModule } from 'webpack';

/**
 * All that this package knows of webpack and of the library's plugin by name or by pattern, though neither promises it. What is not
 * found any more stops a build with what to do (`expected.ts`); `upgrade.test.ts` holds each against the versions that are pinned.
 */

const { resolve, cache } = createRequire(import.meta.url);

/** What the library's plugin tells its own runtime of a build. */
export const DATA = 'federation runtime';

/** How the library's plugin starts its runtime before the app. */
export const START = 'embed federation';
/** What it runs there, once in any case: `hasRun = true; __webpack_require__(12);`. */
const RUN = /hasRun = true;\s*([^;\s]+);/;

/** @returns what the code of {@link START} runs; undefined where it is written otherwise */
export const runIn = (code: string): string | undefined => RUN.exec(code)?.[1];

/** Both webpack and the library have a runtime module of this name; the library's comes later and replaces webpack's. */
export const isSharing = ({ name, stage }: RuntimeModule): boolean =>
  name === 'sharing' && stage === webpack.RuntimeModule.STAGE_NORMAL;

/** webpack's own loading of chunks. */
export const CHUNK_LOADING = 'jsonp chunk loading';
/** What that one and the loader of styles ask for, and nobody else. */
export const OF_CHUNK_LOADING: ReadonlySet<string> = new Set([
  'css loading',
  'load script',
  'get javascript chunk filename',
  'get mini-css chunk filename',
  'trusted types policy',
  'trusted types script url',
]);

/** A module that stands for another in builds. */
export interface Replacement {
  /** How a message names what is replaced. */
  what: string;
  request: RegExp;
  /** Folder of the module that asks for it; any, unless given. */
  asker?: RegExp;
  instead: string;
}

/** The plugin has every build run this file first: it writes it, and it brings all of the library's runtime. */
export const startBy = (start: 'start' | 'scopes' | 'host'): Replacement => ({
  what: 'the file ".federation/entry.….js"',
  request: /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/,
  instead: resolve(`@wholepage/federation/federation-${start}`),
});

/** Parts of the library's runtime that no page needs, where a build has that runtime. */
export const UNNEEDED: readonly Replacement[] = [
  {
    what: '"./logger.js" of the library\u2019s sdk',
    asker: /[\\/]sdk[\\/]dist$/,
    request: /^\.\/logger\.js$/,
    instead: resolve('@wholepage/federation/federation-log'),
  },
  {
    what: '"./desc.mjs" of the library\u2019s error codes',
    asker: /[\\/]error-codes[\\/]dist$/,
    request: /^\.\/desc\.mjs$/,
    instead: resolve('@wholepage/federation/federation-errors'),
  },
];

/** Without it the plugin finds webpack by what a compiler without a configuration throws: four times a second of checking. */
export function nameWebpack(): void {
  process.env['FEDERATION_WEBPACK_PATH'] ??= resolve('webpack');
}

/**
 * The plugin loads the one for types even where `dts` is off. It brings a WebSocket server and an HTTP client, a quarter of a second in
 * each process. An empty module stands for it; where it is no longer loaded, there is nothing to leave out.
 */
export function leaveOutTypesPlugin(): void {
  try {
    const types = createRequire(resolve('@module-federation/enhanced/webpack')).resolve(
      '@module-federation/dts-plugin',
    );
    cache[types] ??= Object.assign(new Module(types), { loaded: true });
  } catch {}
}

/** `"react-dom":[{version:"19.3.1",get:…,shareConfig:{…requiredVersion:"^19.0.0"…}}]` */
export const SHARE =
  /["'`]?(@?[\w./-]+)["'`]?\s*:\s*\[\{\s*version:\s*["'`]([^"'`]+)["'`][\s\S]*?requiredVersion["'`]?:\s*["'`]([^"'`]+)["'`]/g;
/** Stands in an entry once for each module that it offers. */
export const SHARE_CONFIG = /\bshareConfig:\s*\{\s*["'`]?eager\b/g;
