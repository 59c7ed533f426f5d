import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { packageDir, ROOT } from '../../paths';
import { type Cluster, SHIPPED_RULES } from '../start-cluster';

/*
 * What trials ask of the cluster: its processes, whether its servers are ready, its alarms, and what its owner has.
 */

/** Looks until there is something. @param what said of it when it did not come in time @throws Error that says so */
export async function until<T>(
  look: () => Promise<T | undefined>,
  { withinMs, what, everyMs = 250 }: { withinMs: number; what: string | (() => string); everyMs?: number },
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(typeof what === 'string' ? what : what());
    await wait(everyMs);
  }
}

/** Number of the process of that name that runs now. @throws when there is none */
export function pidOf({ services }: Cluster, name: string): number {
  const { pid } = services.get(name).current.child;
  if (pid === undefined) throw new Error(`${name} has no process.`);
  return pid;
}

/** PostgreSQL's own process, of which its holder is not the parent. */
export const postmasterPid = ({ folder }: Cluster): number =>
  Number(readFileSync(join(folder, 'database', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The processes that a process has started. */
export const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until every server says that it can do its work. @throws naming those that do not */
export async function untilReady({ nodes, sandbox }: Cluster): Promise<void> {
  const servers = [
    ...nodes.map(({ name, port }) => ({ name, url: `http://127.0.0.1:${port}/readyz` })),
    { name: 'payment-sandbox', url: `${sandbox}/healthz` },
  ];
  let missing: string[] = [];
  const look = async () => {
    const states = await Promise.all(servers.map(async ({ name, url }) => ({ name, ready: await answers(url) })));
    missing = states.filter(({ ready }) => !ready).map(({ name }) => name);
    return missing.length === 0 || undefined;
  };
  const what = () => `Not ready after a minute: ${missing.join(', ')}.`;
  await until(look, { withinMs: 60_000, what, everyMs: 100 });
}

/** Restarts all servers of a kind, one when the one before is ready again: they read their settings again. */
export async function restartInTurn(cluster: Cluster, kind: 'composer' | 'api' | 'jobs'): Promise<void> {
  for (const node of cluster.nodes.filter((each) => each.process.name === kind)) {
    await cluster.services.get(node.name).restart();
    await untilReady(cluster);
  }
}

/** The shipped alarms with seconds in place of their minutes: what waits for ten minutes would outlast the test. */
export const quickRules = (): string =>
  readFileSync(SHIPPED_RULES, 'utf8')
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replaceAll(/for: \d+m/g, 'for: 2s');

interface Alert {
  state: 'pending' | 'firing';
  labels: { alertname: string };
}

/** @returns seconds until the alarm fires, or no longer does @throws when that did not happen in time */
export async function untilAlarm(prometheus: string, name: string, wanted: boolean, withinMs: number): Promise<number> {
  const began = performance.now();
  const look = async () => {
    const answer = await fetch(`${prometheus}/api/v1/alerts`);
    const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
    const fires = data.alerts.some(({ state, labels }) => state === 'firing' && labels.alertname === name);
    return fires === wanted ? Math.round((performance.now() - began) / 1000) : undefined;
  };
  return until(look, { withinMs, what: `${name} did not ${wanted ? 'fire' : 'clear'}`, everyMs: 500 });
}

interface OwnersLead {
  id: string;
  email: string;
  mail_status: string | null;
  /** How many came along. */
  files: number;
}

/** What one of the owner's commands prints, `npm run api -- …`. */
async function run({ postgresUrl, folder }: Cluster, ...words: string[]): Promise<string> {
  const file = join(packageDir('api'), 'src', 'cli.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...words, '--json'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: postgresUrl, DATA_DIR: join(folder, 'commands') },
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

export const ownersLeads = async (cluster: Cluster): Promise<OwnersLead[]> =>
  JSON.parse(await run(cluster, 'leads', 'list')) as OwnersLead[];

/** Enquiries of an address with a file that the store of uploads has. */
export async function ownersUploads(cluster: Cluster, email: string): Promise<number> {
  const sent = (await ownersLeads(cluster)).filter((lead) => lead.email === email && lead.files > 0);
  for (const { id } of sent) await run(cluster, 'leads', 'show', id, '--files', join(cluster.folder, 'copied'));
  return sent.length;
}

/** Whether the site has heard that somebody paid: then there is a mail about it. */
export async function hasPaid(cluster: Cluster, email: string): Promise<boolean> {
  const mails = JSON.parse(await run(cluster, 'mails', 'list', '--all')) as { form: string | null; email: string }[];
  return mails.some((mail) => mail.form === null && mail.email === email);
}
