import { provideFederation } from '@wholepage/federation/federation-runtime';
import type { Scenario, StandaloneDefinition } from './scenario';

provideFederation();

let standalone: Promise<(changed: StandaloneDefinition) => void> | undefined;

/** Shows a remote alone. Called by each remote's `src/standalone.tsx`, while developing again when that was changed. */
export function startStandalone<Of extends Scenario>(given: StandaloneDefinition<Of>): void {
  // The standalone page passes `prepare` scenarios of this very definition.
  const definition = given as StandaloneDefinition;
  if (standalone) {
    standalone.then((change) => change(definition));
    return;
  }
  // React is shared with the remote, and shared modules can only be awaited.
  standalone = import(/* webpackChunkName: "standalone-page" */ './run-standalone').then(({ start }) =>
    start(definition),
  );
}
