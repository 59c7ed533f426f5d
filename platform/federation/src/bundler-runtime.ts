import { load, type OwnShares, register, type ShareScope, type VersionRules } from './share-scope';

/** A shared module that a build asks for. */
interface Consumed {
  shareKey: string;
  shareScope: string[];
  requiredVersion: string | false;
  /** Fetches the build's own copy. */
  fallback(): Promise<() => unknown>;
}

interface BundledModule {
  exports: unknown;
}

type ModuleId = string | number;

/** The parts of a build's own loader that sharing needs. */
export interface BuildLoader {
  /** Factories of modules (`m`), and the modules that have run (`c`), by id. */
  m: Record<ModuleId, (module: BundledModule) => void>;
  c: Record<ModuleId, unknown>;
  /** Share scopes by name; undefined in a build that shares nothing. */
  S?: Record<string, ShareScope>;
  I(scope: string): Promise<true>;
  consumesLoadingData: {
    chunkMapping?: Record<string, ModuleId[]>;
    moduleIdToConsumeDataMapping?: Record<ModuleId, Consumed>;
  };
  federation: { initOptions: { name: string; shared?: OwnShares } };
}

interface ConsumesOptions {
  chunkId: string | number;
  promises: Promise<unknown>[];
  installedModules: Record<ModuleId, Promise<unknown> | 0>;
  webpackRequire: BuildLoader;
}

interface ContainerOptions {
  webpackRequire: BuildLoader;
  shareScope: ShareScope;
  shareScopeKey?: string;
}

interface SharingOptions {
  shareScopeName: string;
  webpackRequire: BuildLoader;
}

/** Returns a scope by name, with the build's own shares registered in it. */
function scopeOf({ S: scopes = {}, federation: { initOptions } }: BuildLoader, name: string): ShareScope {
  scopes[name] ??= {};
  register(scopes[name], initOptions.name, initOptions.shared ?? {}, name);
  return scopes[name];
}

let rules: () => Promise<VersionRules | undefined> = async () => undefined;

async function consume(loader: BuildLoader, { shareKey, shareScope, requiredVersion, fallback }: Consumed) {
  for (const name of shareScope) {
    const { name: build } = loader.federation.initOptions;
    const shared = await load(scopeOf(loader, name), shareKey, requiredVersion || '*', build, rules);
    if (shared) return shared;
  }
  return fallback();
}

/** Installs the shared modules that a chunk consumes. */
function consumes({ chunkId, promises, installedModules, webpackRequire }: ConsumesOptions): void {
  const { m: modules, c: instances, consumesLoadingData } = webpackRequire;
  const { chunkMapping, moduleIdToConsumeDataMapping } = consumesLoadingData;
  for (const id of chunkMapping?.[chunkId] ?? []) {
    const consumed = moduleIdToConsumeDataMapping?.[id];
    if (!consumed) continue;
    const become = (run: (module: BundledModule) => void) => {
      modules[id] = (module) => {
        delete instances[id];
        run(module);
      };
    };
    const installing = async () => {
      try {
        const factory = await consume(webpackRequire, consumed);
        installedModules[id] = 0;
        become((module) => {
          module.exports = factory();
        });
      } catch (error) {
        delete installedModules[id];
        become(() => {
          throw error;
        });
      }
    };
    installedModules[id] ??= installing();
    promises.push(Promise.resolve(installedModules[id]));
  }
}

/** Returns the instance of the plugin's glue code, which stores it and uses nothing of it. */
const init = () => ({});

/** Opens a build's container with its host's scope. `federation-scopes.ts` opens one with several scopes. */
function initContainerEntry({ webpackRequire, shareScope, shareScopeKey = 'default' }: ContainerOptions) {
  const { S: scopes } = webpackRequire;
  if (!scopes) return undefined;
  scopes[shareScopeKey] = shareScope;
  return webpackRequire.I(shareScopeKey);
}

async function initializeSharing({ shareScopeName, webpackRequire }: SharingOptions): Promise<true> {
  scopeOf(webpackRequire, shareScopeName);
  return true;
}

/**
 * Replaces the library's runtime in the host's build; the host passes it to its remotes' builds. All of them share
 * modules through it, and remotes are loaded as containers (`container.ts`). It has only the functions that builds of
 * the library's plugin call. The library's runtime also loads by name, manifests and snapshots, preloads, shakes shares
 * and runs plugins at 34 places.
 */
const federation = {
  runtime: {},
  bundlerRuntime: { consumes, I: initializeSharing, initContainerEntry, init },
};

export default federation;

/**
 * Makes the runtime a global for remotes. Call it before any remote is loaded.
 * @param fetchRules for pages whose versions differ. Without it each build takes the version that it was built with
 */
export function leaveRuntime(fetchRules = rules): void {
  rules = fetchRules;
  Object.assign(globalThis, { _FEDERATION_SHARING_RUNTIME: federation });
}
