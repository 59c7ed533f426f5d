import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../../../paths';
import type { Cluster } from '../../start/start-cluster';

const DASHBOARD = join(ROOT, 'deploy', 'grafana', 'dashboard.json');
const LONGEST_TEST_S = 1_800;
const STEP_S = 1;
const FIRST_LOOK_MS = 15_000;

interface Target {
  labels: { instance: string };
  health: string;
  lastError: string;
}

/** @returns a remark @throws naming the servers whose numbers Prometheus does not get */
export async function hearEveryServer({ prometheus, nodes }: Cluster): Promise<string> {
  const end = performance.now() + FIRST_LOOK_MS;
  for (;;) {
    const answer = await fetch(`${prometheus}/api/v1/targets?state=active`);
    const { data } = (await answer.json()) as { data: { activeTargets: Target[] } };
    const silent = data.activeTargets.filter(({ health }) => health !== 'up');
    if (data.activeTargets.length === nodes.length && silent.length === 0) return `${nodes.length} servers`;
    if (performance.now() > end)
      throw new Error(silent.map(({ labels, lastError }) => `${labels.instance}: ${lastError}`).join('; '));
    await wait(STEP_S * 1_000);
  }
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

/** Whether a query had a number for an answer at any time of the test. @throws what Prometheus has against it */
async function hasNumbers(prometheus: Cluster['prometheus'], expr: string): Promise<boolean> {
  const end = Math.floor(Date.now() / 1000);
  const asked = { query: expr, start: String(end - LONGEST_TEST_S), end: String(end), step: String(STEP_S) };
  const answer = await fetch(`${prometheus}/api/v1/query_range?${new URLSearchParams(asked)}`);
  const { error, data } = (await answer.json()) as { error?: string; data?: { result: unknown[] } };
  if (error) throw new Error(`${expr}: ${error}`);
  return (data?.result.length ?? 0) > 0;
}

/**
 * Asks Prometheus everything that the shipped dashboard asks it.
 * @returns a remark @throws naming the panels that would have stayed empty
 */
export async function askAsDashboard({ prometheus }: Cluster): Promise<string> {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] };
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  const empty: string[] = [];
  for (const { title, expr } of queries) if (!(await hasNumbers(prometheus, expr))) empty.push(`${title}: ${expr}`);
  if (empty.length > 0) throw new Error(`nothing to show for ${empty.join('; ')}`);
  return `each of its ${queries.length} queries has numbers`;
}
