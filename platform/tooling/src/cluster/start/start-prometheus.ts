import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../paths';
import { freePort } from '../../run/free-port';
import type { PlannedNode } from '../cluster-plan';
import { prometheusConf } from '../conf/prometheus-conf';
import type { ServiceList } from '../service-list';

export const SHIPPED_RULES = join(ROOT, 'deploy', 'prometheus', 'rules.yml');
const LOOK_EVERY_SECONDS = 15;

interface PrometheusOptions {
  program: string;
  folder: string;
  nodes: readonly PlannedNode[];
  /** Alarms other than those that ship, and how often to look, for tests. */
  quick?: { rules: string; seconds: number } | undefined;
}

/** @returns its address */
export async function startPrometheus(
  services: ServiceList,
  { program, folder, nodes, quick }: PrometheusOptions,
): Promise<string> {
  const port = await freePort();
  const file = join(folder, 'prometheus.yml');
  await mkdir(folder, { recursive: true });
  const { rules, seconds } = quick ?? { rules: SHIPPED_RULES, seconds: LOOK_EVERY_SECONDS };
  await writeFile(file, prometheusConf(nodes, [rules], seconds));
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'numbers')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ];
  await services.start({ name: 'prometheus', command: program, args, health: `http://127.0.0.1:${port}/-/healthy` });
  return `http://127.0.0.1:${port}`;
}
