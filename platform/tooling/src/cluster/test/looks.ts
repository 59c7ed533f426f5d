import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { packageDir, ROOT } from '../../paths';
import { type Cluster, SHIPPED_RULES } from '../start-cluster';

/* State of the cluster for trials: processes, readiness of servers, alarms, and the owner's enquiries and mails. */

/** Repeats `look` until it returns a value. @param what message of the error @throws Error after the timeout */
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

/** Id of the running process with that name. @throws when there is none */
export function pidOf({ services }: Cluster, name: string): number {
  const { pid } = services.get(name).current.child;
  if (pid === undefined) throw new Error(`${name} has no process.`);
  return pid;
}

/** Id of PostgreSQL's main process, which is no child of the process that started it. */
export const postmasterPid = ({ folder }: Cluster): number =>
  Number(readFileSync(join(folder, 'database', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Ids of a process's children. */
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

/** Waits until every server is ready. @throws with the names of the others after a minute */
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

/** Restarts all servers of a kind with their present settings, each once the one before is ready again. */
export async function restartInTurn(cluster: Cluster, kind: 'composer' | 'api' | 'jobs'): Promise<void> {
  for (const node of cluster.nodes.filter((each) => each.process.name === kind)) {
    await cluster.services.get(node.name).restart();
    await untilReady(cluster);
  }
}

/** The shipped alarm rules with seconds in place of minutes, because an alarm after ten minutes would outlast the test. */
export const quickRules = (): string =>
  readFileSync(SHIPPED_RULES, 'utf8')
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replaceAll(/for: \d+m/g, 'for: 2s');

interface Alert {
  state: 'pending' | 'firing';
  labels: { alertname: string };
}

/** Waits until an alarm fires, or until it clears. @returns the seconds until then @throws after `withinMs` */
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
  /** Number of attached files. */
  files: number;
}

/** Runs an owner's command, `npm run api -- …`. @returns its output */
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

/** Copies the files of an address's enquiries. @returns the number of enquiries with files @throws when the store lacks a file */
export async function ownersUploads(cluster: Cluster, email: string): Promise<number> {
  const sent = (await ownersLeads(cluster)).filter((lead) => lead.email === email && lead.files > 0);
  for (const { id } of sent) await run(cluster, 'leads', 'show', id, '--files', join(cluster.folder, 'copied'));
  return sent.length;
}

/** True when the site knows of a payment: then there is a mail about it. */
export async function hasPaid(cluster: Cluster, email: string): Promise<boolean> {
  const mails = JSON.parse(await run(cluster, 'mails', 'list', '--all')) as { form: string | null; email: string }[];
  return mails.some((mail) => mail.form === null && mail.email === email);
}
