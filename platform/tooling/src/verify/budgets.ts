import type { ReleaseManifest, ReleaseRoute } from '@wholepage/contracts/release';
import { type AppName, SHELL } from '@wholepage/contracts/release';
import type { Budgets } from '@wholepage/contracts/site';
import { type BuiltRelease, builtRelease } from '../build/reuse/reuse';
import { firstFontBytes, routeBytes } from '../gate/checks/files';
import { workspaceRemotes } from '../paths';
import { siteDefinition } from '../site/definition';
import type { Outcome } from './steps';

const rowsOf = (budgets: Budgets, shell: ReleaseManifest, remote: ReleaseManifest, route: ReleaseRoute) => {
  const { scripts, styles } = routeBytes(shell, remote, route);
  return [
    { page: route.path, what: 'scripts', bytes: scripts, budget: budgets.scripts(route) },
    { page: route.path, what: 'styles', bytes: styles, budget: budgets.styles },
  ];
};

/** The bundler is loaded only where there is something to build. */
const releaseOf = async (app: AppName): Promise<BuiltRelease> =>
  (await builtRelease(app)) ?? (await import('../build/build-app')).buildApp(app);

/** The first load of every page, from the releases' manifests. */
export async function budgetRows() {
  const { budgets } = await siteDefinition();
  const shell = await releaseOf(SHELL);
  const rows = [{ page: '(all)', what: 'first fonts', bytes: firstFontBytes(shell.manifest), budget: budgets.fonts }];
  for (const name of workspaceRemotes()) {
    const { manifest } = await releaseOf(name);
    for (const route of manifest.routes) rows.push(...rowsOf(budgets, shell.manifest, manifest, route));
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
