import { type AppName, SHELL } from '@wholepage/contracts/release';
import { type BuiltRelease, builtRelease } from '../build/reuse/reuse';
import { pageWeights, shellWeights, type Weight } from '../gate/checks/files';
import { workspaceRemotes } from '../paths';
import { siteDefinition } from '../site/definition';
import type { Outcome } from './steps';

/** The bundler is loaded only where there is something to build. */
const releaseOf = async (app: AppName): Promise<BuiltRelease> =>
  (await builtRelease(app)) ?? (await import('../build/build-app')).buildApp(app);

/** The first load of every page, from the releases' manifests. */
export async function budgetRows() {
  const { budgets } = await siteDefinition();
  const shell = await releaseOf(SHELL);
  const rowsOf = (page: string, weights: readonly Weight[]) => weights.map((weight) => ({ page, ...weight }));
  const rows = rowsOf('(all)', shellWeights(budgets, shell.manifest));
  for (const name of workspaceRemotes()) {
    const { manifest } = await releaseOf(name);
    for (const route of manifest.routes)
      rows.push(...rowsOf(route.path, pageWeights(budgets, shell.manifest, manifest, route)));
  }
  return rows;
}

export async function checkBudgets(): Promise<Outcome> {
  const rows = await budgetRows();
  for (const { page, what, bytes, budget } of rows) {
    const verdict = bytes > budget ? `OVER by ${bytes - budget}` : 'ok';
    console.log(`  ${page.padEnd(28)} ${what.padEnd(12)} ${String(bytes).padStart(7)} of ${budget}  ${verdict}`);
  }
  const failed = rows.filter(({ bytes, budget }) => bytes > budget).length;
  return { passed: rows.length - failed, failed };
}
