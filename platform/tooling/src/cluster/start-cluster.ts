import { readFileSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { machineFiles, portsIn, settingsIn } from '../deploy/machine-files';
import { type Plan, type Process, planDeployment } from '../deploy/plan';
import { packageDir, ROOT } from '../paths';
import { noMore } from '../run/command';
import { freePort, requireFreePorts } from '../run/spawn';
import { siteDefinition, sitePort } from '../site/definition';
import { buildApps, buildServers } from '../start/build/build-all';
import { askedToStop } from '../start/composer';
import { startNginx } from '../trial/nginx-conf';
import {
  BUCKET,
  believe,
  findPrograms,
  freePlan,
  line,
  makeCertificate,
  type Opened,
  type Programs,
  ServiceList,
  startSurroundings,
} from '../trial/service-list';

/* Runs production on one machine as if on many: programs, their order, and their settings. */

/** A server with its own data folder, as on its own machine. */
export interface PlannedNode {
  name: string;
  process: Process;
  port: number;
  /** Port of metrics and private calls, not behind nginx. */
  privatePort: number;
  dataDir: string;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

interface ClusterOptions {
  folder: string;
  port: number;
  programs: Programs;
  say(line: string): void;
  /** Once aborted, no program is restarted: Ctrl+C reaches all programs of a terminal. */
  signal?: AbortSignal;
  /** Settings for tests that differ from production's. */
  settings?: Record<string, string>;
  /** Called when the nodes are planned, before anything is written. */
  beforeStart?(nodes: readonly PlannedNode[]): Promise<void>;
  /** Alarm rules and interval for tests, instead of the shipped ones. */
  quickRules?: { rules: string; seconds: number };
}

/** Starts the built programs, after removing an earlier cluster's data. @throws with the failed program, after stopping all */
export async function startCluster(options: ClusterOptions) {
  const opened: Opened = [];
  const stop = async () => {
    for (const each of opened) await each.stop();
  };
  try {
    return { ...(await start(options, opened)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { folder, port, programs, say, signal, settings, beforeStart, quickRules }: ClusterOptions,
  opened: Opened,
) {
  await requireFreePorts({ PORT: port });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const services = new ServiceList(join(folder, 'logs'), say, signal);
  opened.push(services);
  const { nginx, openssl, pgbouncer, prometheus } = programs;
  if (!nginx) throw new Error('nginx is missing.');
  const plan = await clusterPlan();
  const nodes = nodesOf(plan, folder);
  await beforeStart?.(nodes);
  const postgresUrl = await startPostgres(services, join(folder, 'database'));
  say(line('PostgreSQL', new URL(postgresUrl).host, 'from npm, one for all'));
  const bouncer = { program: pgbouncer ?? '', folder: join(folder, 'pgbouncer'), databaseUrl: postgresUrl };
  const databaseUrl = pgbouncer ? await startPgBouncer(services, bouncer) : postgresUrl;
  if (pgbouncer) say(line('PgBouncer', new URL(databaseUrl).host, 'transaction mode'));

  const around = await startSurroundings({ folder, plan, services, opened, say });
  const { s3, mails, standIn } = around;
  say(line('S3', new URL(s3.endpoint).host, `in memory; bucket "${BUCKET}" holds releases and uploads`));
  say(line('mail receiver', `127.0.0.1:${around.smtpPort}`, 'takes everything, delivers nothing'));
  if (standIn) say(line(standIn.name, new URL(standIn.origin).host, 'stands in for an outside service'));

  const certificate = openssl ? await makeCertificate(openssl, join(folder, 'certificate')) : undefined;
  if (certificate) await believe(certificate);
  const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  // As in production's environment file.
  const env: Record<string, string> = {
    DRAIN_MS: '1500',
    ...around.settings,
    STEP_SIGNING_KEY: around.stepKeys.composer,
    SITE_ORIGIN: origin,
    HOST: '127.0.0.1',
    RENDER_WORKERS: '1',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '8',
    ...settings,
  };
  const front = { folder: join(folder, 'nginx'), files: machineFiles(plan), port, certificate, signal };
  await startNginx(services, nginx, front);
  for (const { name, process: planned, port: own, dataDir } of nodes) {
    await services.start({
      name,
      args: [...planned.args],
      env: () => ({ ...settingsIn(planned, plan, String(own)), ...env, DATA_DIR: dataDir }),
      health: `http://127.0.0.1:${own}/readyz`,
    });
    say(line(name, `127.0.0.1:${own}`));
  }
  const watching =
    prometheus && (await startPrometheus(services, prometheus, join(folder, 'prometheus'), nodes, quickRules));
  if (watching) say(line('Prometheus', watching, 'alarms of deploy/prometheus/rules.yml'));
  say(line('nginx', origin, certificate ? 'before them all; its certificate is its own' : 'before them all'));
  return {
    origin,
    folder,
    nodes,
    services,
    s3,
    mails,
    prometheus: watching,
    /** PostgreSQL itself. */
    postgresUrl,
    /** Address of the stand-in for an outside service; empty without one. */
    sandbox: standIn?.origin ?? '',
    /** Its keys and secrets, as in the real service's dashboard. */
    providerSettings: standIn?.keys ?? {},
    /** Content of the servers' environment files; restarted servers see changes. */
    settings: env,
    /** Environment of a team that releases to it. */
    releaseEnv: { ...process.env } as NodeJS.ProcessEnv,
  };
}

/** Returns the production plan without staff services, at free ports. */
export async function clusterPlan(): Promise<Plan> {
  const plan = planDeployment(await siteDefinition());
  return freePlan({ ...plan, staff: [], processes: plan.processes.filter(({ kind }) => kind !== 'staff') });
}

export const nodesOf = (plan: Plan, folder: string): PlannedNode[] =>
  plan.processes.flatMap((process) =>
    portsIn(process, plan).map((port, index, { length }) => {
      const name = length === 1 ? process.name : `${process.name}-${index + 1}`;
      return { name, process, port, privatePort: Number(`1${port}`), dataDir: join(folder, name) };
    }),
  );

const HOLDER = join(packageDir('api'), 'scripts', 'database.ts');

/** Starts the embedded PostgreSQL. @returns its address */
async function startPostgres(services: ServiceList, folder: string): Promise<string> {
  const port = await freePort();
  return new Promise<string>((resolve, reject) => {
    const onLine = (said: string): boolean => {
      const isAddress = said.startsWith('postgres://');
      if (isAddress) resolve(said);
      return !isAddress;
    };
    const args = ['--import', 'tsx', HOLDER, folder, String(port)];
    const ended = services.start({ name: 'postgresql', args, onLine }).then(({ current }) => current.ended);
    ended.then(() => reject(new Error('PostgreSQL did not start: see its log.')), reject);
  });
}

/** Starts PgBouncer in front, with the shipped configuration and other paths. @returns its address for the APIs */
async function startPgBouncer(
  services: ServiceList,
  { program, folder, databaseUrl }: { program: string; folder: string; databaseUrl: string },
): Promise<string> {
  const port = await freePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const values: Record<string, string> = {
    listen_port: String(port),
    auth_file: join(folder, 'users.txt'),
    logfile: join(folder, 'pgbouncer.log'),
    pidfile: join(folder, 'pgbouncer.pid'),
  };
  const shipped = readFileSync(join(ROOT, 'deploy', 'vm', 'pgbouncer', 'pgbouncer.ini'), 'utf8');
  const ini = Object.entries(values)
    .reduce((text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`), shipped)
    .replace(/^site = .*$/m, `${pathname.slice(1)} = host=${hostname} port=${databasePort}`);
  await mkdir(folder, { recursive: true });
  // PgBouncer refuses to run as root, and writes its log as another user.
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'pgbouncer.ini'), ini);
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  await services.start({ name: 'pgbouncer', command: program, args: [...asUser, join(folder, 'pgbouncer.ini')] });
  return Object.assign(new URL(databaseUrl), { port: String(port) }).href;
}

const targetOf = ({ name, privatePort }: PlannedNode): string =>
  `      - { targets: ["127.0.0.1:${privatePort}"], labels: { instance: "${name}" } }`;

/** Returns a configuration for Prometheus, which scrapes the servers' private ports. */
export const prometheusConf = (nodes: readonly PlannedNode[], rules: readonly string[], seconds: number): string =>
  [
    `global: { scrape_interval: ${seconds}s, scrape_timeout: ${seconds}s, evaluation_interval: ${seconds}s }`,
    `rule_files: ${JSON.stringify(rules)}`,
    'scrape_configs:',
    // Job names as in the shipped alarms.
    ...[...new Set(nodes.map(({ process }) => process.name))].flatMap((job) => [
      `  - job_name: ${job}`,
      '    static_configs:',
      ...nodes.filter(({ process }) => process.name === job).map(targetOf),
    ]),
    '',
  ].join('\n');

export const SHIPPED_RULES = join(ROOT, 'deploy', 'prometheus', 'rules.yml');

/** Starts Prometheus with alarm rules, evaluated at this interval. @returns its address */
async function startPrometheus(
  services: ServiceList,
  program: string,
  folder: string,
  nodes: readonly PlannedNode[],
  { rules, seconds } = { rules: SHIPPED_RULES, seconds: 15 },
): Promise<string> {
  const port = await freePort();
  const file = join(folder, 'prometheus.yml');
  await mkdir(folder, { recursive: true });
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

/** `wholepage cluster`: starts the cluster and runs until a signal. */
export async function cluster(words: readonly string[]): Promise<void> {
  noMore(words);
  const say = (text: string) => console.log(text);
  const programs = findPrograms(say);
  say('Building what changed …');
  await Promise.all([buildApps(say), buildServers()]);
  say('Starting …');
  const folder = resolve(ROOT, process.env.DATA_DIR || 'var', 'cluster');
  const { signal, stopped } = askedToStop();
  const { origin, stop } = await startCluster({ folder, port: sitePort(process.env), programs, say, signal });
  stopped.then(stop).then(() => process.exit(0));
  say(`Logs, one of each program: ${join(folder, 'logs')}`);
  say(`Site ready at ${origin}`);
}
