import type { ReleaseManifest, ReleaseRoute } from 'contracts/release';
import { workspaceRemotes } from '../apps';
import { buildApp } from '../build/build-app';
import type { Outcome } from './steps';

/** Bytes after brotli. What a page may cost before anyone touches it. */
const SCRIPT_BUDGET = { '/': 118_500, other: 130_000 };
const STYLE_BUDGET = 30_000;
const FONT_BUDGET = 90_000;

const brotliOf = ({ files }: ReleaseManifest, names: string[]): number =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.brotli ?? 0), 0);

const firstFontBytes = ({ entry, files }: ReleaseManifest): number =>
  (entry.fonts ?? []).reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0);

interface Row {
  page: string;
  what: string;
  bytes: number;
  budget: number;
}

const rowsOf = (shell: ReleaseManifest, remote: ReleaseManifest, route: ReleaseRoute): Row[] => {
  const { entry } = remote;
  const scripts = brotliOf(shell, shell.entry.js) + brotliOf(remote, [...entry.js, ...route.js]);
  const styles = brotliOf(shell, shell.entry.css) + brotliOf(remote, [...entry.css, ...route.css]);
  return [
    {
      page: route.path,
      what: 'scripts',
      bytes: scripts,
      budget: route.path === '/' ? SCRIPT_BUDGET['/'] : SCRIPT_BUDGET.other,
    },
    { page: route.path, what: 'styles', bytes: styles, budget: STYLE_BUDGET },
  ];
};

/** Every page's first load, from what the releases say of themselves. */
export async function budgetRows(): Promise<Row[]> {
  const shell = await buildApp('shell');
  const rows: Row[] = [
    { page: '(all)', what: 'first fonts', bytes: firstFontBytes(shell.manifest), budget: FONT_BUDGET },
  ];
  for (const name of workspaceRemotes()) {
    const { manifest } = await buildApp(name);
    for (const route of manifest.routes) rows.push(...rowsOf(shell.manifest, manifest, route));
  }
  return rows;
}

/** Holds every page against its budget and prints the table. */
export async function checkBudgets(): Promise<Outcome> {
  const rows = await budgetRows();
  for (const { page, what, bytes, budget } of rows) {
    const verdict = bytes > budget ? `OVER by ${bytes - budget}` : 'ok';
    console.log(`  ${page.padEnd(28)} ${what.padEnd(12)} ${String(bytes).padStart(7)} of ${budget}  ${verdict}`);
  }
  const failed = rows.filter(({ bytes, budget }) => bytes > budget).length;
  return { passed: rows.length - failed, failed };
}
