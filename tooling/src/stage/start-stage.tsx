import * as runtimeCore from '@module-federation/runtime-core';
import type { StandaloneDefinition } from './scenario';
import 'shared-ui/styles/index.css';

Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

/** Shows a remote alone. Called by each remote's `src/standalone.tsx`. */
export function startStandalone(definition: StandaloneDefinition): void {
  // React is shared with the remote, and shared modules can only be awaited.
  import(/* webpackChunkName: "stage" */ './run-stage').then(({ runStage }) => runStage(definition));
}
