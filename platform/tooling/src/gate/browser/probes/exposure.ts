import { containerName } from '@wholepage/federation/container';
import type { Page } from 'playwright-core';

const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/** What an app's entry left on the page does not have of the contract, in few words each. */
export const exposureFaults = (page: Page, app: string): Promise<string[]> =>
  page.evaluate(
    async ([name, lifecycles]) => {
      type Container = { get(module: string): Promise<() => Record<string, unknown>> };
      const container = Reflect.get(window, name) as Container | undefined;
      if (!container) return [`its entry leaves no container named ${name}`];
      let exposed: Record<string, unknown>;
      try {
        exposed = (await container.get('./app'))();
      } catch (error) {
        return [`its ./app does not load: ${error instanceof Error ? error.message : error}`];
      }
      const missing = lifecycles.filter((lifecycle) => typeof exposed[lifecycle] !== 'function');
      return missing.map((lifecycle) => `its ./app exposes no ${lifecycle}()`);
    },
    [containerName(app), LIFECYCLES] as const,
  );
