import * as runtimeCore from '@module-federation/runtime-core';
import type { StandaloneDefinition } from './scenario';
import 'shared-ui/styles/index.css';

Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

let stage: Promise<(changed: StandaloneDefinition) => void> | undefined;

/** Shows a remote alone. Called by each remote's `src/standalone.tsx`, while developing again when that was changed. */
export function startStandalone(definition: StandaloneDefinition): void {
  if (stage) {
    stage.then((change) => change(definition));
    return;
  }
  // React is shared with the remote, and shared modules can only be awaited.
  stage = import(/* webpackChunkName: "stage" */ './run-stage').then(({ runStage }) => runStage(definition));
}
