import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { findProgram } from '@wholepage/tooling/find-program';
import { ROOT } from '@wholepage/tooling/paths';

const DEPLOY = join(ROOT, 'deploy');

interface Check {
  what: string;
  program: string;
  /** How to get the program. */
  install: string;
  args: string[];
}

/** The units as on a machine whose /srv/site is this folder: what they start has to be there. */
async function unitsOfThisFolder(folder: string): Promise<string[]> {
  await cp(join(DEPLOY, 'vm', 'systemd'), folder, { recursive: true });
  const units = (await readdir(folder)).map((name) => join(folder, name));
  for (const unit of units) await writeFile(unit, (await readFile(unit, 'utf8')).replaceAll('/srv/site', ROOT));
  return units;
}

/** The dashboard's queries as rules, which is how promtool reads queries. @returns the file */
async function queriesAsRules(folder: string): Promise<string> {
  const dashboard = await readFile(join(DEPLOY, 'grafana', 'dashboard.json'), 'utf8');
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = queries.map((expr, index) => ({ record: `dashboard:query_${index}`, expr }));
  const file = join(folder, 'dashboard.yml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  return file;
}

/** What it printed in complaint; empty when it has none. systemd-analyze complains and ends with 0. */
const complaintOf = (program: string, { args, what }: Check): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  const complains = status !== 0 || (what.includes('units') && stderr.trim() !== '');
  return complains ? stderr.trim() || stdout.trim() || `it ended with ${status}` : '';
};

/** Has each program whose files stand in deploy/ read them. One that is not there is named, and fails the run. */
async function checkWithPrograms(words: readonly string[]): Promise<void> {
  noWords(words);
  const folder = await mkdtemp(join(tmpdir(), 'units-'));
  const queries = await mkdtemp(join(tmpdir(), 'queries-'));
  const prometheus = (name: string) => join(DEPLOY, 'prometheus', name);
  const promtool = { program: 'promtool', install: 'apt install prometheus' };
  const checks: Check[] = [
    { what: 'every alarm fires and clears', ...promtool, args: ['test', 'rules', prometheus('rules.test.yml')] },
    {
      what: "Prometheus' configuration and rules",
      ...promtool,
      args: ['check', 'config', prometheus('prometheus.yml')],
    },
    { what: "the dashboard's queries", ...promtool, args: ['check', 'rules', await queriesAsRules(queries)] },
    {
      what: 'units of systemd',
      program: 'systemd-analyze',
      install: 'apt install systemd',
      args: ['verify', '--man=no', ...(await unitsOfThisFolder(folder))],
    },
    {
      what: 'the kustomization',
      program: 'kubectl',
      install: 'https://kubernetes.io/docs/tasks/tools/',
      args: ['kustomize', join(DEPLOY, 'kubernetes')],
    },
  ];
  try {
    for (const check of checks) {
      const program = findProgram(check.program);
      const complaint = program ? complaintOf(program, check) : `${check.program} is missing: ${check.install}`;
      console.log(`${complaint ? '✗' : '✓'} ${check.what} (${check.program})${complaint && `\n  ${complaint}`}`);
      if (complaint) process.exitCode = 1;
    }
  } finally {
    for (const each of [folder, queries]) await rm(each, { recursive: true, force: true });
  }
}

await runCommand('npm run bench -- soak deploy   has each program read its files of deploy/', checkWithPrograms);
