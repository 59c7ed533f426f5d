import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster, NodeKind } from '../start-cluster';

const READY_PATIENCE_MS = 60_000;

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
  const end = Date.now() + READY_PATIENCE_MS;
  for (;;) {
    const states = await Promise.all(servers.map(async ({ name, url }) => ({ name, ready: await answers(url) })));
    const missing = states.filter(({ ready }) => !ready).map(({ name }) => name);
    if (missing.length === 0) return;
    if (Date.now() > end) throw new Error(`Not ready after a minute: ${missing.join(', ')}.`);
    await wait(100);
  }
}

/** Restarts all servers of a kind, one when the one before is ready again: they read their settings again. */
export async function restartInTurn(cluster: Cluster, kind: NodeKind): Promise<void> {
  for (const node of cluster.nodes.filter((each) => each.kind === kind)) {
    await cluster.services.get(node.name).restart();
    await untilReady(cluster);
  }
}
