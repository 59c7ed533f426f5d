import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type S3Server, startS3 } from '@wholepage/releases/testing/s3-server';
import { exportPins } from '@wholepage/releases/trust/export-pins';
import { freePort } from '../../run/free-port';
import { requireFreePorts } from '../../run/free-ports';
import { composerArguments, composerEnvironment } from '../../start/composer';
import { publishAll } from '../../start/publish-all';
import { serviceArguments } from '../../start/services';
import { type PlannedNode, planNodes } from '../cluster-plan';
import { believe, makeCertificate } from '../conf/certificate';
import { BUCKET, s3Settings } from '../conf/s3-settings';
import { ownSettings, sharedSettings } from '../conf/server-settings';
import { ServiceList } from '../service-list';
import { type MailReceiver, receiveMails } from './mail-receiver';
import type { Programs } from './programs';
import { startPgBouncer, startPostgres } from './start-database';
import { startNginx } from './start-nginx';
import { startPrometheus } from './start-prometheus';
import { startStandIn } from './start-stand-in';

export interface Cluster {
  /** Where visitors come in. */
  origin: string;
  /** Holds everything that it writes; removed at the next start. */
  folder: string;
  nodes: readonly PlannedNode[];
  services: ServiceList;
  s3: S3Server;
  mails: MailReceiver;
  /** PostgreSQL itself. */
  postgresUrl: string;
  /** Address of what stands in for an outside service; empty where the site has nothing of the kind. */
  sandbox: string;
  /** Undefined where there is none. */
  prometheus: string | undefined;
  /** What the servers' environment files hold; a change is seen by those that are restarted. */
  settings: Record<string, string>;
  /** Keys and secrets of the stand-in, as the dashboard of the real service has them. */
  providerSettings: Record<string, string>;
  /** Environment of a team that releases to it. */
  releaseEnv: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  folder: string;
  port: number;
  programs: Programs;
  say(line: string): void;
  /** Settings that differ from a production's, for tests. */
  settings?: Record<string, string>;
  /** Called when the nodes are planned, and nothing of them has been written. */
  beforeStart?(nodes: readonly PlannedNode[]): Promise<void>;
  /** Alarms for tests, see {@link startPrometheus}. */
  quickRules?: { rules: string; seconds: number };
}

const line = (name: string, place: string, note = '') => `  ${name.padEnd(16)} ${place.padEnd(28)} ${note}`.trimEnd();

/**
 * Starts what runs in production, on one machine and as if on many: each server has a data folder that no other sees.
 * Everything is built already. Whatever an earlier one left in the folder is removed.
 * @throws naming what did not start; what had started is stopped
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, port, say } = options;
  await requireFreePorts({ PORT: port });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const services = new ServiceList(join(folder, 'logs'), say);
  const opened: { stop(): Promise<void> }[] = [services];
  const stop = async () => {
    for (const each of opened) await each.stop();
  };
  try {
    return await start(options, services, opened, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { folder, port, programs, say, settings, beforeStart, quickRules }: ClusterOptions,
  services: ServiceList,
  opened: { stop(): Promise<void> }[],
  stop: () => Promise<void>,
): Promise<Cluster> {
  const { nginx, openssl, pgbouncer, prometheus } = programs;
  if (!nginx) throw new Error('nginx is missing.');
  const nodes = await planNodes(folder);
  await beforeStart?.(nodes);
  const postgresUrl = await startPostgres(services, join(folder, 'database'));
  say(line('PostgreSQL', new URL(postgresUrl).host, 'from npm, one for all'));
  const bouncer = { program: pgbouncer ?? '', folder: join(folder, 'pgbouncer'), databaseUrl: postgresUrl };
  const databaseUrl = pgbouncer ? await startPgBouncer(services, bouncer) : postgresUrl;
  if (pgbouncer) say(line('PgBouncer', new URL(databaseUrl).host, 'transaction mode'));

  const s3 = await startS3(BUCKET);
  opened.push(s3);
  say(line('S3', new URL(s3.endpoint).host, `in memory; bucket "${BUCKET}" holds releases and uploads`));
  const smtpPort = await freePort();
  const mails = await receiveMails(smtpPort);
  opened.push({ stop: () => mails.close() });
  say(line('mail receiver', `127.0.0.1:${smtpPort}`, 'takes everything, delivers nothing'));

  const apiPort = await freePort();
  const apiOrigin = `http://127.0.0.1:${apiPort}`;
  const standIn = await startStandIn(services, apiOrigin);
  if (standIn) say(line(standIn.name, new URL(standIn.origin).host, 'stands in for an outside service'));

  // The stores of this process find their service in the environment, as every pipeline's do.
  Object.assign(process.env, s3Settings(s3.endpoint));
  const releaseEnv: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: folder };
  await publishAll(releaseEnv.RELEASES_URL ?? '', say, releaseEnv);

  const pinned = await exportPins(join(folder, 'release-keys'));
  const certificate = openssl ? await makeCertificate(openssl, join(folder, 'certificate')) : undefined;
  if (certificate) await believe(certificate);
  const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  const env: Record<string, string> = {
    ...sharedSettings({
      siteOrigin: origin,
      apiOrigin,
      databaseUrl,
      smtpUrl: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`,
      s3Endpoint: s3.endpoint,
      releaseKeys: pinned.releaseKeys,
      composerStepKey: pinned.stepKeys.composer,
    }),
    ...standIn?.serverSettings,
    ...standIn?.keys,
    ...settings,
  };
  await startNginx(services, { program: nginx, folder: join(folder, 'nginx'), port, apiPort, nodes, certificate });
  const apiArguments = await serviceArguments('api');
  for (const node of nodes) {
    await services.start({
      name: node.name,
      args: node.kind === 'composer' ? composerArguments() : apiArguments,
      env: () => ({ ...(node.kind === 'composer' && composerEnvironment), ...env, ...ownSettings(node) }),
      health: `http://127.0.0.1:${node.port}/readyz`,
    });
    say(line(node.name, `127.0.0.1:${node.port}`));
  }
  const watching =
    prometheus &&
    (await startPrometheus(services, {
      program: prometheus,
      folder: join(folder, 'prometheus'),
      nodes,
      quick: quickRules,
    }));
  if (watching) say(line('Prometheus', watching, 'alarms of deploy/prometheus/rules.yml'));
  say(line('nginx', origin, certificate ? 'before them all; its certificate is its own' : 'before them all'));
  return {
    ...{ origin, folder, nodes, services, s3, mails, postgresUrl, sandbox: standIn?.origin ?? '', releaseEnv, stop },
    prometheus: watching,
    settings: env,
    providerSettings: standIn?.keys ?? {},
  };
}
