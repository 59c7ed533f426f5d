import { createRequire, Module } from 'node:module';
import webpack, {
  type Compiler,
  type NormalModule,
  type RuntimeModule,
  type Compilation as WebpackCompilation,
} from 'webpack';

/*
 * All private names and patterns of webpack and of the library's plugin that this package relies on. A build stops with
 * instructions when one of them is no longer found. `upgrade.test.ts` checks each against the pinned versions.
 */

const { Compilation, RuntimeGlobals, WebpackError } = webpack;
const { resolve, cache } = createRequire(import.meta.url);

/** Returns the error message of a build in which a name or pattern was not found. */
export const whatToDo = (who: string, what: string): string =>
  `${who} did not find ${what}: this version of webpack or @module-federation/enhanced changed it. Build with FEDERATION=stock until @wholepage/federation follows, or pin the version before.`;

/**
 * Private parts of webpack or of the library's plugin that a plugin of this package looks for. A version without one of
 * them fails the build with instructions. Otherwise the build would be larger or would not run.
 */
export class Expected {
  private readonly missing = new Set<string>();

  constructor(plugin: string, compilation: WebpackCompilation) {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: plugin, stage }, () => {
      // A build that failed for another reason has its error message already.
      if (compilation.errors.length > 0) return;
      for (const what of this.missing) {
        compilation.errors.push(new WebpackError(whatToDo(plugin, what)));
      }
    });
  }

  /** Expects this part from now on. */
  of(what: string): void {
    this.missing.add(what);
  }

  found(what: string): void {
    this.missing.delete(what);
  }
}

/** Name of webpack's runtime module that loads chunks. */
export const CHUNK_LOADING = 'jsonp chunk loading';
/** Names of webpack's loader of styles, and of the runtime modules that only the two loaders need. */
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
/** Matches an entry once for each module that it offers. */
export const SHARE_CONFIG = /\bshareConfig:\s*\{\s*["'`]?eager\b/g;

/** Start of a build: of a remote, of a remote that shares in several scopes, or of a host. */
export type Start = 'start' | 'scopes' | 'host';

/** File that the plugin writes, and that every build runs first. It brings all of the library's runtime. */
const WRITTEN_START = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;

/** Makes a build start with this package's runtime instead of the library's. */
export class ReplacedStart {
  private readonly instead: string;

  constructor(start: Start) {
    this.instead = resolve(`@wholepage/federation/federation-${start}`);
  }

  apply(compiler: Compiler): void {
    new webpack.NormalModuleReplacementPlugin(WRITTEN_START, this.instead).apply(compiler);
    // The build's modules are checked, not its requests: a module that is cached from the former build is not requested.
    compiler.hooks.thisCompilation.tap('ReplacedStart', (compilation) => {
      const expected = new Expected('ReplacedStart', compilation);
      expected.of('the file ".federation/entry.….js"');
      compilation.hooks.finishModules.tap('ReplacedStart', (modules) => {
        // webpack writes a NUL character before each "#" of a path.
        for (const { resource } of modules as Iterable<NormalModule>)
          if (resource?.replaceAll('\0', '') === this.instead) expected.found('the file ".federation/entry.….js"');
      });
    });
  }
}

/** Runtime module with the data of a build that the library's plugin passes to its own runtime. */
const DATA = 'federation runtime';

/** Runtime module by which the library's plugin starts its runtime before the app. */
const START = 'embed federation';
/** Matches the call that it runs once: `hasRun = true; __webpack_require__(12);`. */
const RUN = /hasRun = true;\s*([^;\s]+);/;

/** True for webpack's own runtime module of this name. The library's has the same name, comes later and replaces it. */
const isSharing = ({ name, stage }: RuntimeModule): boolean =>
  name === 'sharing' && stage === webpack.RuntimeModule.STAGE_NORMAL;

const SHARING = 'replacedSharing';

/**
 * Leaves webpack's own sharing out of entries, because the library's replaces it before its first call. It also
 * leaves out all build data that this package's runtime does not read.
 * @param build name under which the build shares
 */
export const replacedSharing = (build: string) => (compiler: Compiler) =>
  compiler.hooks.thisCompilation.tap(SHARING, (compilation) => {
    const expected = new Expected(SHARING, compilation);
    // The plugin requires it, but only builds with hot module replacement use it.
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
          // Development builds keep the plugin's start, because they name modules by their path and a comment.
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

/** Returns the start without its check for a following startup function; undefined when the code has another form. */
function startOf(code: string): string | undefined {
  const [, run] = RUN.exec(code) ?? [];
  const { startup } = RuntimeGlobals;
  return run && `var next = ${startup};\n${startup} = () => {\n${run};\nreturn next();\n};`;
}

/** Sets webpack's path. The plugin would read it from errors of an unconfigured compiler: four times a second of checks. */
export function nameWebpack(): void {
  process.env['FEDERATION_WEBPACK_PATH'] ??= resolve('webpack');
}

/**
 * Replaces the library's plugin for types by an empty module. The library loads it even without `dts`, with a WebSocket server
 * and an HTTP client: a quarter of a second in each process. A version that no longer loads it has nothing to replace.
 */
export function leaveOutTypesPlugin(): void {
  try {
    const types = createRequire(resolve('@module-federation/enhanced/webpack')).resolve(
      '@module-federation/dts-plugin',
    );
    cache[types] ??= Object.assign(new Module(types), { loaded: true });
  } catch {}
}
