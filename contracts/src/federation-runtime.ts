import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';
import type { Federation, WebpackRequire } from '@module-federation/webpack-bundler-runtime/dist/types.js';

/** The part of the federation's runtime that a build needs to share modules and to be a container. */
type SharingRuntime = Pick<Federation, 'attachShareScopeMap'> & {
  runtime: object;
  bundlerRuntime: Omit<NonNullable<Federation['bundlerRuntime']>, 'remotes' | 'getSharedFallbackGetter' | 'S'>;
};

/** Each build gets an instance of its own, which shares what the host's has loaded. */
function init({ webpackRequire: { federation } }: { webpackRequire: WebpackRequire }): ModuleFederation {
  const { initOptions } = federation;
  if (!initOptions) throw new Error('A build of the federation says nothing of itself.');
  return new ModuleFederation({ ...initOptions, id: initOptions.name });
}

/**
 * Takes the place of the federation's own runtime in the host's build, and is given by the host to its remotes': both
 * share modules by it, and remotes are loaded as containers (`container.ts`). Loading by name, manifests, snapshots,
 * preloading and shaken shares, which the whole runtime has, nobody here uses.
 */
const federation: SharingRuntime = {
  runtime: {},
  bundlerRuntime: { consumes, I: initializeSharing, installInitialConsumes, initContainerEntry, init },
  attachShareScopeMap,
};

export default federation;

/** Lets remotes find the host's runtime; call it before any is loaded. */
export function provideFederation(): void {
  Object.assign(globalThis, {
    _FEDERATION_SHARING_RUNTIME: federation,
    // Remotes of contracts 1 and 2 bring the rest of the runtime, and ask for its core.
    _FEDERATION_RUNTIME_CORE: {
      assert,
      CurrentGlobal,
      getGlobalFederationConstructor,
      helpers: {},
      ModuleFederation,
      setGlobalFederationConstructor,
      setGlobalFederationInstance,
    },
  });
}
