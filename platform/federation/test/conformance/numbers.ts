import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { HOSTS, type Host, REMOTES, type RemoteBundler } from './variants';

/** Weight of the files that a page fetches for a remote. */
export interface Cell {
  host: Host;
  remote: RemoteBundler;
  /** kB of brotli when it runs on the host's React. */
  shared: number;
  /** kB of brotli when its range needs another major, and it brings its own React. */
  own: number;
}

interface Run {
  date: string;
  command: string;
  machine: string;
  values: { what: string; value: number; unit: string }[];
}

const ROOT = join(__dirname, '..', '..', '..', '..');
const FILE = join(ROOT, 'bench', 'results', '2026-11-24-federation.json');
const UNIT = 'kB brotli';
const WORDS: Record<Host, string> = {
  ours: 'this platform',
  webpack: 'webpack',
  rspack: 'Rspack',
  vite: 'Vite',
  plain: 'plain runtime',
};

const whatOf = (host: Host, remote: RemoteBundler, react: 'shared' | 'own'): string =>
  `host of ${WORDS[host]}, remote of ${WORDS[remote]}, React ${react}`;

/** @param files below the folder @returns their weight in kB of brotli, to a tenth */
export const weightOf = (folder: string, files: readonly string[]): number =>
  Math.round(files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0) / 100) /
  10;

/** Writes the run to the folder of all results. */
export function writeNumbers(cells: readonly Cell[]): void {
  const values = cells.flatMap(({ host, remote, shared, own }) => [
    { what: whatOf(host, remote, 'shared'), value: shared, unit: UNIT },
    { what: whatOf(host, remote, 'own'), value: own, unit: UNIT },
  ]);
  const date = new Date().toISOString().slice(0, 10);
  const command = 'TEST_ALL=1 MEASURE=1 npx jest platform/federation/test';
  const run: Run = { date, command, machine: 'any: bytes are exact', values };
  writeFileSync(FILE, `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Returns the stored run. */
export function readNumbers(): Cell[] {
  const { values }: Run = JSON.parse(readFileSync(FILE, 'utf8'));
  const find = (what: string): number => values.find((row) => row.what === what)?.value ?? Number.NaN;
  return HOSTS.flatMap((host) =>
    REMOTES.map((remote) => ({
      host,
      remote,
      shared: find(whatOf(host, remote, 'shared')),
      own: find(whatOf(host, remote, 'own')),
    })),
  );
}

/** Rows of the table in docs/federation.md. */
export function numberRows(cells: readonly Cell[]): string[] {
  return REMOTES.map((remote) => {
    const columns = HOSTS.map((host) => cells.find((cell) => cell.host === host && cell.remote === remote));
    return `| ${WORDS[remote]} | ${columns.map((cell) => `${cell?.shared} / ${cell?.own}`).join(' | ')} |`;
  });
}
