import { provideFederation } from 'federation/federation-runtime';
import type { StandaloneDefinition } from './scenario';
import 'shared-ui/styles/index.css';

provideFederation();

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
