import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';

/** Lets remotes of contracts 1 and 2 find the core of the federation's own runtime, of which they bring the rest. */
export function provideCore(): void {
  Object.assign(globalThis, {
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
