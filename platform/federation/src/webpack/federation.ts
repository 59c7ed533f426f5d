import { createHash } from 'node:crypto';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Chunk, Compiler, Configuration, Module, Compilation as WebpackCompilation } from 'webpack';
import webpack from 'webpack';
import {
  CHUNK_LOADING,
  Expected,
  leaveOutTypesPlugin,
  nameWebpack,
  OF_CHUNK_LOADING,
  ReplacedStart,
  replacedSharing,
  type Start,
} from './unpromised';

/* Builds of remotes and hosts: the library's plugin, with this package's runtime in place of the library's. */

nameWebpack();
leaveOutTypesPlugin();

/** Script of a remote that this platform's host loads first. */
export const ENTRY = 'entry.js';

/** Options of one shared package, under the library's names. */
interface ShareOptions {
  /** Semver range that the build accepts from other builds. */
  requiredVersion: string;
  /** For other runtimes, which then keep one version. This package's takes a version in the range, or the build's own. */
  singleton?: boolean;
  /** Module of the build's own copy; default: the request. `false`: no copy, so the build needs another build that brings one. */
  import?: string | false;
  /** Name in the scope; default: the request. */
  shareKey?: string;
  /** Scope to share in; default: `default`. A remote names it in `shareScopes`, too. */
  shareScope?: string;
}

/** A build's shared packages, by request. */
export type Shares = Record<string, ShareOptions>;

/** Runtime of a build: this package's, or the library's, so that the library's upgrades never wait for this package. */
export type FederationRuntime = 'own' | 'stock';

interface HostOptions {
  /** Name under which the build shares, and the global name of a remote's container. */
  name: string;
  shared: Shares;
  runtime?: FederationRuntime;
}

interface RemoteOptions extends HostOptions {
  /** Exposed modules by their name for hosts, such as `./app`, each with the name of its chunk. */
  exposes: Record<string, { import: string[]; name: string }>;
  /** All scopes of a remote that shares in others than `default`. */
  shareScopes?: string[];
}

/** Returns the plugins that build a remote: a container in {@link ENTRY}, which shares through its host's runtime. */
export const remoteFederation = ({ name, exposes, shared, shareScopes, runtime }: RemoteOptions) => {
  const options = { name, filename: ENTRY, exposes, ...(shareScopes && { shareScope: shareScopes }) };
  return pluginsFor(shareScopes ? 'scopes' : 'start', { ...options, shared }, runtime);
};

/** Returns the plugins that build a host, with the runtime and its own copies of the shared packages. */
export const hostFederation = ({ runtime, ...options }: HostOptions) => pluginsFor('host', options, runtime);

type Plugins = NonNullable<Configuration['plugins']>;
type PluginOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0] & { name: string; shared: Shares };

function pluginsFor(start: Start, given: PluginOptions, runtime: FederationRuntime = 'own'): Plugins {
  const options = { ...given, ...common(given.shared) };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    replacedSharing(given.name),
    new ReplacedStart(start),
  ];
}

/** Common options. Measured: the library's default `version-first` blanks every page while one remote is down. */
const common = (shared: Shares) =>
  ({ shared: checkedShares(shared), shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Leaves out the parts of the library's runtime that load remotes, because remotes are loaded as containers. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

/** @throws when a share is eager, because the runtime gives modules to chunks only */
function checkedShares(shared: Shares): Shares {
  for (const [name, options] of Object.entries(shared)) {
    if ('eager' in options)
      throw new Error(
        `"${name}" is shared with "eager". Leave it out, and start by import(): builds of this package have no eager shares (decision 95).`,
      );
  }
  return shared;
}

/*
 * The chunks of an app: the modules in a remote's entry, and the loading of the others in a browser. Each file is
 * verified against the built bytes.
 */

const { Compilation, RuntimeGlobals, WebpackError, sources } = webpack;

/** Folder of all chunks and styles of an app, below its public path. */
const ASSETS = 'assets/';
/** Timeout of a script or style. */
const TIMEOUT_MS = 15_000;

/** Name of the chunk that holds a remote's `./app`. */
export const EXPOSED_CHUNK = 'app';
/** Name of the chunk that holds its `./fragments`. */
export const FRAGMENTS_CHUNK = 'fragments';

const isOwn = (module: Module): boolean => !/[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '');

/**
 * A cache group for `splitChunks.cacheGroups` that puts the code of `./app` into the remote's entry, so that no page
 * fetches another file for it. The code runs when the container is open and its shares are loaded. Code in
 * `node_modules` stays in files of its own, which do not change with each release.
 * @param entry name of the entry's chunk
 */
export const exposedInEntry = (entry: string) => ({
  name: entry,
  type: /^javascript\//,
  test: isOwn,
  chunks: ({ name }: Chunk) => name === EXPOSED_CHUNK,
  enforce: true,
});

const NAME = 'ChunkLoading';
/** Placeholder of the table in the runtime, until all files are named by their final content. */
const MARK = '__files_of_chunks__';
const MARKED = new RegExp(`["'\`]${MARK}["'\`]`);

const LOADING_WORDS = `the runtime module "${CHUNK_LOADING}"`;

/**
 * Replaces webpack's loader in an app's runtime by one that verifies every script and style against the built bytes. The table of
 * digests is in the runtime. The runtime's file has no hash in its name, and is verified by the release's manifest. So no page
 * carries the table. Each file's name ends with the start of its digest, so that the table has that start once.
 */
export class ChunkLoading {
  constructor(private readonly policy: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const names = { table: MARK, policy: this.policy, chunks: String(compilation.outputOptions.chunkLoadingGlobal) };
      const expected = new Expected(NAME, compilation);
      // An app without lazy chunks has no loader.
      const loading = compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunkHandlers);
      loading.tap(NAME, () => expected.of(LOADING_WORDS));
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (module.name === CHUNK_LOADING) {
          expected.found(LOADING_WORDS);
          module.generate = () => chunkLoader(names);
        }
        if (OF_CHUNK_LOADING.has(module.name)) module.generate = () => null;
      });
      const { updateHash } = compiler.webpack.optimize.RealContentHashPlugin.getCompilationHooks(compilation);
      updateHash.tap(NAME, ([bytes], hash) => {
        const isOfChunk = [...compilation.chunks].some(({ files }) => [...files].some((file) => file.includes(hash)));
        return bytes && isOfChunk ? nameHash(digestOf(bytes)) : undefined;
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const table = tableOf(compilation);
        for (const { name, source } of compilation.getAssets()) {
          if (!name.endsWith('.js')) continue;
          const code = source.source().toString();
          if (MARKED.test(code)) {
            compilation.updateAsset(name, new sources.RawSource(code.replace(MARKED, () => table)));
          }
        }
      });
    });
  }
}

/** Returns a SHA-256 digest, the shortest that browsers accept: the table holds one for every file that a page may load. */
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** Returns the start of a digest for the file's name. The loader computes it again. */
const nameHash = (digest: string): string => digest.slice(0, 12).replace(/\W/g, '-');

/** Returns name and digest of a chunk's file with this ending; undefined unless browsers fetch that file by itself. */
function fileOf(chunk: Chunk, ending: '.js' | '.css', compilation: WebpackCompilation): [string, string] | undefined {
  const file = [...chunk.files].find((name) => name.startsWith(ASSETS) && name.endsWith(ending));
  const asset = file && compilation.getAsset(file);
  if (!asset) return undefined;
  const digest = digestOf(Buffer.from(asset.source.buffer()));
  const end = `.${nameHash(digest)}${ending}`;
  if (!file.endsWith(end))
    compilation.errors.push(
      new WebpackError(
        `${file} is not named by its bytes: its name must end with "${end}". Does it hold its own name, as by the banner of extractComments?`,
      ),
    );
  return [file.slice(ASSETS.length, -end.length), digest];
}

function tableOf(compilation: WebpackCompilation): string {
  const rows = [...compilation.chunks].flatMap((chunk): string[] => {
    const script = fileOf(chunk, '.js', compilation);
    const styles = fileOf(chunk, '.css', compilation);
    if (chunk.canBeInitial() || !(script || styles)) return [];
    const files: ChunkFiles = [...(script ?? ([0, 0] as const)), ...(styles ?? ([] as const))];
    return [`${JSON.stringify(chunk.id)}:${JSON.stringify(files)}`];
  });
  return `{${rows.join()}}`;
}

/** Name and digest of a chunk's script, or two zeros without one; then those of its styles, if any. */
type ChunkFiles = [script: string | 0, digest: string | 0, styles?: string, digest?: string];

interface LoaderNames {
  /** Placeholder of the table of {@link ChunkFiles} by the chunk's id. */
  table: string;
  /** Name of the Trusted Types policy for scripts. */
  policy: string;
  /** Name of the global array to which chunks add themselves. */
  chunks: string;
}

/**
 * Returns the code that loads an app's chunks and their styles in a browser, for the bundler's runtime. Each file loads
 * once, is verified by its integrity, and is retried after a failure. Styles in the server's HTML count as loaded.
 * Later styles come after them and win.
 */
const chunkLoader = ({ table, policy, chunks }: LoaderNames): string => `
const files = ${JSON.stringify(table)};
const loading = {};
let policy;
const trusted = (url) => {
  if (!policy) {
    policy = { createScriptURL: (given) => given };
    try {
      policy = trustedTypes.createPolicy(${JSON.stringify(policy)}, policy);
    } catch {}
  }
  return policy.createScriptURL(url);
};
const load = (name, digest, isScript) => new Promise((resolve, reject) => {
  const url = ${RuntimeGlobals.publicPath} + ${JSON.stringify(ASSETS)} + name + "." + digest.slice(0, 12).replace(/\\W/g, "-") + (isScript ? ".js" : ".css");
  if (!isScript && document.querySelector('link[rel=stylesheet][href="' + url + '"]')) return resolve();
  const element = document.createElement(isScript ? "script" : "link");
  const timer = setTimeout(element.onerror = () => {
    clearTimeout(timer);
    element.remove();
    reject(Object.assign(Error("Loading " + url + " failed"), { name: "ChunkLoadError" }));
  }, ${TIMEOUT_MS});
  element.onload = () => {
    clearTimeout(timer);
    if (isScript) element.remove();
    resolve();
  };
  element.integrity = "sha256-" + digest;
  element.crossOrigin = "anonymous";
  if (isScript) element.src = trusted(url);
  else {
    element.rel = "stylesheet";
    element.href = url;
  }
  document.body.append(element);
});
${RuntimeGlobals.ensureChunkHandlers}.j = (id, promises) => {
  const [script, digest, styles, stylesDigest] = files[id] || [];
  promises.push(loading[id] ||= Promise.all([
    script && load(script, digest, true),
    styles && load(styles, stylesDigest)
  ]).catch((error) => {
    loading[id] = 0;
    throw error;
  }));
};
const chunks = globalThis[${JSON.stringify(chunks)}] ||= [];
const push = chunks.push.bind(chunks);
const add = (chunk) => Object.assign(${RuntimeGlobals.moduleFactories}, chunk[1]);
chunks.forEach(add);
chunks.push = (chunk) => {
  push(chunk);
  add(chunk);
};`;
