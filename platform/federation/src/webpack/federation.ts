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

/*
 * Builds of remotes and hosts: the library's plugin, with this package's runtime in the place of the library's.
 */

nameWebpack();
leaveOutTypesPlugin();

/** The script with which our own host begins to load a remote. */
export const ENTRY = 'entry.js';

/** How a build shares one package, by the library's names. */
interface ShareOptions {
  /** Range of versions that it takes of others. */
  requiredVersion: string;
  /** For runtimes of others, which then keep one version. Ours takes what fits the range, or the build's own. */
  singleton?: boolean;
  /** Module that it brings, unless it is the request; `false`: none, and the build runs only where another brings it. */
  import?: string | false;
  /** Name in the scope, unless it is the request. */
  shareKey?: string;
  /** Scope to share in, unless it is `default`. A remote names it in `shareScopes`, too. */
  shareScope?: string;
}

/** What a build shares, by request. */
export type Shares = Record<string, ShareOptions>;

/** By whose runtime builds share modules: this package's, or the library's, so that an upgrade of that never waits for ours. */
export type FederationRuntime = 'own' | 'stock';

interface HostOptions {
  /** Name under which the build shares, and the global name of a remote's container. */
  name: string;
  shared: Shares;
  runtime?: FederationRuntime;
}

interface RemoteOptions extends HostOptions {
  /** Modules by the name that hosts ask for, such as `./app`, each with the name of its chunk. */
  exposes: Record<string, { import: string[]; name: string }>;
  /** Scopes that it takes of its host, where it shares in others than `default`. */
  shareScopes?: string[];
}

/** Builds a remote: a container in {@link ENTRY} that shares by the runtime which its host provides. */
export const remoteFederation = ({ name, exposes, shared, shareScopes, runtime }: RemoteOptions) => {
  const options = { name, filename: ENTRY, exposes, ...(shareScopes && { shareScope: shareScopes }) };
  return pluginsFor(shareScopes ? 'scopes' : 'start', { ...options, shared }, runtime);
};

/** Builds a host: it brings the runtime, and its own copies of what it shares. */
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

/** Measured: the library's default `version-first` blanks every page while one remote is down. */
const common = (shared: Shares) =>
  ({ shared: checkedShares(shared), shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

/** @throws when a share is eager: the runtime gives modules to chunks alone */
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
 * The chunks of an app: which modules are in a remote's entry, and how a browser loads the others. Each is held against the bytes
 * that were built.
 */

const { Compilation, RuntimeGlobals, WebpackError, sources } = webpack;

/** Where all chunks and styles of an app lie, below its public path. */
const ASSETS = 'assets/';
/** A script or style that hangs is given up after so long. */
const TIMEOUT_MS = 15_000;

/** Name of the chunk that holds a remote's `./app`. */
export const EXPOSED_CHUNK = 'app';
/** Name of the chunk that holds its `./fragments`. */
export const FRAGMENTS_CHUNK = 'fragments';

const isOwn = (module: Module): boolean => !/[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '');

/**
 * For `splitChunks.cacheGroups`: puts what a remote exposes into its entry, so that no page fetches another file for
 * it. It runs when the container is opened and its shares have come. Code of others stays in files of its own, which do
 * not change with each release.
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
/** Stands in the runtime for the table until all files are named by their final content. */
const MARK = '__files_of_chunks__';
const MARKED = new RegExp(`["'\`]${MARK}["'\`]`);

const LOADING_WORDS = `the runtime module "${CHUNK_LOADING}"`;

/**
 * Writes a loader of our own into an app's runtime, which holds every script and style against the bytes that were built. The
 * table of them is in the runtime, whose file has no hash in its name, and is itself held against the release's manifest. So no
 * page carries it. Each file's name ends with the beginning of its digest, so that the table has that once.
 */
export class ChunkLoading {
  constructor(private readonly policy: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const names = { table: MARK, policy: this.policy, chunks: String(compilation.outputOptions.chunkLoadingGlobal) };
      const expected = new Expected(NAME, compilation);
      // An app that loads nothing later has none.
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

/** The shortest that browsers take: it is known by heart of every chunk that a page may load. */
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** What a file's name has of its digest. The loader computes it again. */
const nameHash = (digest: string): string => digest.slice(0, 12).replace(/\W/g, '-');

/** Name and digest of a chunk's file with this ending, where it is one that is fetched by itself. */
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

/** Name and digest of a chunk's script, then those of its styles; 0 for what it does not have. */
type ChunkFiles = [script: string | 0, digest: string | 0, styles?: string, digest?: string];

interface LoaderNames {
  /** What stands for the table of {@link ChunkFiles} by the chunk's id. */
  table: string;
  /** The Trusted Types policy by which scripts are loaded. */
  policy: string;
  /** The global list to which chunks add themselves. */
  chunks: string;
}

/**
 * Loads an app's chunks and their styles in a browser, for the bundler's runtime. Each loads once, is held against its
 * promised bytes, and is loaded again when it did not come. Styles that the server has put into the page are there;
 * those that come later stand after them and win.
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
