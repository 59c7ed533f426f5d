import type { PlannedNode } from '../cluster-plan';

/** The jobs whose names the shipped alarms know. */
const JOBS: readonly PlannedNode['kind'][] = ['composer', 'api', 'jobs'];

const targetOf = ({ name, privatePort }: PlannedNode): string =>
  `      - { targets: ["127.0.0.1:${privatePort}"], labels: { instance: "${name}" } }`;

/**
 * A configuration for `prometheus --config.file`.
 * @param nodes the servers that it asks for numbers, at their private ports
 * @param rules files of alarms
 * @param seconds between two looks
 */
export const prometheusConf = (nodes: readonly PlannedNode[], rules: readonly string[], seconds: number): string =>
  [
    `global: { scrape_interval: ${seconds}s, scrape_timeout: ${seconds}s, evaluation_interval: ${seconds}s }`,
    `rule_files: ${JSON.stringify(rules)}`,
    'scrape_configs:',
    ...JOBS.flatMap((job) => [
      `  - job_name: ${job}`,
      '    static_configs:',
      ...nodes.filter(({ kind }) => kind === job).map(targetOf),
    ]),
    '',
  ].join('\n');
