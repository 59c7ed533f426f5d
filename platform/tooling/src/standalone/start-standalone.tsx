import { provideFederation } from '@wholepage/federation/federation-runtime';
import type { Scenario, StandaloneDefinition } from './scenario';

provideFederation();

let standalone: Promise<(changed: StandaloneDefinition) => void> | undefined;

/** Shows a remote alone. Each remote's `src/standalone.tsx` calls it, in development again after each change. */
export function startStandalone<Of extends Scenario>(given: StandaloneDefinition<Of>): void {
  // The cast is safe: the standalone page calls `prepare` with scenarios of this definition.
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
