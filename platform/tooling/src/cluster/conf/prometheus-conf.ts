/** A job of Prometheus and the servers that it asks for numbers. */
export interface Scraped {
  job: string;
  /** Name of each and its port. */
  servers: readonly { name: string; port: number }[];
}

const targets = ({ name, port }: { name: string; port: number }): string =>
  `      - { targets: ["127.0.0.1:${port}"], labels: { instance: "${name}" } }`;

/**
 * A configuration for `prometheus --config.file`.
 * @param rules files of alarms
 * @param seconds between two looks
 */
export const prometheusConf = (scraped: readonly Scraped[], rules: readonly string[], seconds: number): string =>
  [
    `global: { scrape_interval: ${seconds}s, scrape_timeout: ${seconds}s, evaluation_interval: ${seconds}s }`,
    `rule_files: ${JSON.stringify(rules)}`,
    'scrape_configs:',
    ...scraped.flatMap(({ job, servers }) => [`  - job_name: ${job}`, '    static_configs:', ...servers.map(targets)]),
    '',
  ].join('\n');
