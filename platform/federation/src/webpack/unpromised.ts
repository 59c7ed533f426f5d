import { createRequire, Module } from 'node:module';
import webpack, {
  type Compiler,
  type NormalModule,
  type RuntimeModule,
  type Compilation as WebpackCompilation,
} from 'webpack';

/*
 * All that this package knows of webpack and of the library's plugin by name or by pattern, though neither promises it. What is not
 * found any more stops a build with what to do; `upgrade.test.ts` holds each against the versions that are pinned.
 */

const { Compilation, RuntimeGlobals, WebpackError } = webpack;
const { resolve, cache } = createRequire(import.meta.url);

/** The message of a build in which this was not found. */
export const whatToDo = (who: string, what: string): string =>
  `${who} did not find ${what}: this version of webpack or @module-federation/enhanced changed it. Build with FEDERATION=stock until @wholepage/federation follows, or pin the version before.`;

/**
 * What a plugin of this package looks for in webpack or in the library's plugin, though nobody promises it. A version
 * that no longer has it fails the build and says what to do. Otherwise the build would be larger or would not run.
 */
export class Expected {
  private readonly missing = new Set<string>();

  constructor(plugin: string, compilation: WebpackCompilation) {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: plugin, stage }, () => {
      // Why a build failed for another reason is said already.
      if (compilation.errors.length > 0) return;
      for (const what of this.missing) {
        compilation.errors.push(new WebpackError(whatToDo(plugin, what)));
      }
    });
  }

  /** From now on this is expected. */
  of(what: string): void {
    this.missing.add(what);
  }

  found(what: string): void {
    this.missing.delete(what);
  }
}

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

/** `"react-dom":[{version:"19.3.1",get:…,shareConfig:{…requiredVersion:"^19.0.0"…}}]` */
export const SHARE =
  /["'`]?(@?[\w./-]+)["'`]?\s*:\s*\[\{\s*version:\s*["'`]([^"'`]+)["'`][\s\S]*?requiredVersion["'`]?:\s*["'`]([^"'`]+)["'`]/g;
/** Stands in an entry once for each module that it offers. */
export const SHARE_CONFIG = /\bshareConfig:\s*\{\s*["'`]?eager\b/g;

/** By the start of a remote, of one that shares in several scopes, or of a host. */
export type Start = 'start' | 'scopes' | 'host';

/** The plugin has every build run this file first: it writes it, and it brings all of the library's runtime. */
const WRITTEN_START = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;

/** Has a build start by this package's runtime instead of the library's. */
export class ReplacedStart {
  private readonly instead: string;

  constructor(start: Start) {
    this.instead = resolve(`@wholepage/federation/federation-${start}`);
  }

  apply(compiler: Compiler): void {
    new webpack.NormalModuleReplacementPlugin(WRITTEN_START, this.instead).apply(compiler);
    // What a build has counts, and not what was asked: of a module that is kept from the build before nobody asks.
    compiler.hooks.thisCompilation.tap('ReplacedStart', (compilation) => {
      const expected = new Expected('ReplacedStart', compilation);
      expected.of('the file ".federation/entry.….js"');
      compilation.hooks.finishModules.tap('ReplacedStart', (modules) => {
        // A zero stands before each "#" of a path.
        for (const { resource } of modules as Iterable<NormalModule>)
          if (resource?.replaceAll('\0', '') === this.instead) expected.found('the file ".federation/entry.….js"');
      });
    });
  }
}

/** What the library's plugin tells its own runtime of a build. */
const DATA = 'federation runtime';

/** How the library's plugin starts its runtime before the app. */
const START = 'embed federation';
/** What it runs there, once in any case: `hasRun = true; __webpack_require__(12);`. */
const RUN = /hasRun = true;\s*([^;\s]+);/;

/** Both webpack and the library have a runtime module of this name; the library's comes later and replaces webpack's. */
const isSharing = ({ name, stage }: RuntimeModule): boolean =>
  name === 'sharing' && stage === webpack.RuntimeModule.STAGE_NORMAL;

const SHARING = 'replacedSharing';

/**
 * Leaves webpack's own sharing out of entries, where the library's takes its place before its first call. It also
 * leaves out all build data that this package's runtime does not read.
 * @param build name by which it shares
 */
export const replacedSharing = (build: string) => (compiler: Compiler) =>
  compiler.hooks.thisCompilation.tap(SHARING, (compilation) => {
    const expected = new Expected(SHARING, compilation);
    // The plugin asks for it, and nobody uses it but builds that swap modules.
    const intercepting = compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.interceptModuleExecution);
    intercepting.tap(SHARING, (_chunk, needs) => {
      if (!needs.has(RuntimeGlobals.hmrDownloadManifest)) needs.delete(RuntimeGlobals.interceptModuleExecution);
    });
    expected.of(`the runtime module "${DATA}"`);
    expected.of(`the runtime module "${START}"`);
    compilation.hooks.runtimeModule.tap(SHARING, (module) => {
      if (isSharing(module)) module.generate = () => null;
      if (module.name === DATA) {
        expected.found(`the runtime module "${DATA}"`);
        module.generate = () => dataOn(build);
      }
      if (module.name === START) {
        expected.found(`the runtime module "${START}"`);
        const generate = module.generate.bind(module);
        module.generate = () => {
          const code = String(generate() ?? '');
          const start = startOf(code);
          // Development builds name modules by their path and a comment: they start as the plugin has it.
          if (!start && compiler.options.mode === 'production')
            expected.of(`"hasRun = true; …" in the code of "${START}"`);
          return start ?? code;
        };
      }
    });
  });

function dataOn(build: string): string {
  const { require } = RuntimeGlobals;
  return `${require}.federation = ${JSON.stringify({ initOptions: { name: build } })};
${require}.consumesLoadingData = {};`;
}

/** The same without a look whether there is something to run after it; undefined where it is written otherwise. */
function startOf(code: string): string | undefined {
  const [, run] = RUN.exec(code) ?? [];
  const { startup } = RuntimeGlobals;
  return run && `var next = ${startup};\n${startup} = () => {\n${run};\nreturn next();\n};`;
}

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
