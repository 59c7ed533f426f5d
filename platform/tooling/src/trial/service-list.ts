import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { startS3 } from '@wholepage/releases/s3-stand-in';
import { exportPins } from '@wholepage/releases/trust/pins';
import { SMTPServer } from 'smtp-server';
import { behindNginx, portsIn } from '../deploy/machine-files';
import { type Plan, withProcesses } from '../deploy/plan';
import { findProgram } from '../run/find-program';
import { KeptService, stopKept } from '../run/kept-service';
import { freePort, requireFreePorts } from '../run/spawn';
import { serviceOf, siteDefinition } from '../site/definition';
import { publishAll } from '../start/publish-all';
import { argumentsOf } from '../start/services';

interface ServiceSpec {
  name: string;
  command?: string;
  args: string[];
  /** The environment, read at each start like an environment file. */
  env?: () => Record<string, string>;
  /** The address that answers 200 when the service is ready; without it, the service counts as ready at once. */
  health?: string;
  /** Called with every printed line. @returns false for a line to leave out of the log */
  onLine?(line: string): boolean;
}

/** The programs of a cluster: each has its own log, and is restarted when it dies. */
export class ServiceList {
  private readonly kept: KeptService[] = [];

  constructor(
    private readonly logs: string,
    private readonly say: (line: string) => void,
    /** Once aborted, no program is restarted. */
    private readonly signal?: AbortSignal,
  ) {
    mkdirSync(logs, { recursive: true });
  }

  /** @throws Error with the log's name when the service does not become healthy */
  async start({ name, command, args, env, health, onLine }: ServiceSpec): Promise<KeptService> {
    const file = join(this.logs, `${name}.log`);
    const log = createWriteStream(file, { flags: 'a' });
    const options = {
      name,
      command,
      args,
      say: this.say,
      signal: this.signal,
      env: () => ({ ...process.env, ...env?.() }),
      onLine: (line: string) => {
        if (onLine?.(line) !== false) log.write(`${line}\n`);
      },
    };
    const service = health
      ? await KeptService.start({ ...options, health }).catch((error: unknown) => {
          throw new Error(`${error instanceof Error ? error.message : error} Its log: ${file}`);
        })
      : new KeptService(options);
    this.kept.push(service);
    return service;
  }

  /** @throws Error when there is no service of this name */
  get(name: string): KeptService {
    const found = this.kept.find((service) => service.name === name);
    if (found) return found;
    throw new Error(`There is no ${name} in this cluster.`);
  }

  stop(): Promise<void> {
    return stopKept(this.kept);
  }
}

/* The machine's programs for a trial of production, and a certificate that one of them makes. */

export type ProgramName = 'nginx' | 'openssl' | 'pgbouncer' | 'prometheus';
export type Programs = Partial<Record<ProgramName, string>>;

/** The effect of a missing program; empty where the cluster cannot run without it. */
const WITHOUT: Readonly<Record<ProgramName, string>> = {
  nginx: '',
  openssl: 'visitors come in without TLS',
  pgbouncer: 'the APIs talk to PostgreSQL itself',
  prometheus: 'nobody watches for alarms',
};

/** Finds the machine's programs, and prints how to install a missing one. @throws Error when the cluster cannot run without it */
export function findPrograms(say: (line: string) => void): Programs {
  const found: Programs = {};
  for (const name of Object.keys(WITHOUT) as ProgramName[]) {
    const file = findProgram(name);
    if (file) found[name] = file;
    else if (WITHOUT[name]) say(`${name} is missing, so ${WITHOUT[name]}. To have it: apt install ${name}`);
    else throw new Error(`${name} is missing, and visitors come in through it. Install it: apt install ${name}`);
  }
  return found;
}

export const line = (name: string, place: string, note = '') =>
  `  ${name.padEnd(16)} ${place.padEnd(36)} ${note}`.trimEnd();

/** The PEM files of a certificate. */
export type Certificate = Awaited<ReturnType<typeof makeCertificate>>;

const DAYS = 30;

/** Makes a self-signed certificate for localhost. @param openssl the program @param hosts further names of this machine */
export async function makeCertificate(openssl: string, folder: string, hosts: readonly string[] = []) {
  const names = ['DNS:localhost', 'IP:127.0.0.1', ...hosts.map((host) => `DNS:${host}`)].join(',');
  await mkdir(folder, { recursive: true });
  const [chain, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  await promisify(execFile)(openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(DAYS)],
    ...['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`],
    ...['-keyout', key, '-out', chain],
  ]);
  return { chain, key };
}

/** Makes every TLS client of this process trust a certificate, beside the default ones. */
export async function believe({ chain }: Certificate): Promise<void> {
  setDefaultCACertificates([...getCACertificates('default'), await readFile(chain, 'utf8')]);
}

/* Stand-ins for outside services while production runs on one machine. */

export const BUCKET = 'site';

/** Offsets from each process's usual port. A private port has a 1 before it. */
const DISTANCES = [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000];

/** Ports of other protocols that `fetch` refuses: the "bad ports" of the Fetch Standard. */
const REFUSED = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
];

const portsOf = (plan: Plan): Record<string, number> =>
  Object.fromEntries([
    ...plan.processes.flatMap((process) =>
      portsIn(process, plan).flatMap((port) => [
        [`${process.name}, ${port}`, port] as const,
        [`${process.name}, private ${port}`, Number(`1${port}`)] as const,
      ]),
    ),
    ...(plan.api ? [['nginx before the API', behindNginx(plan.api)] as const] : []),
  ]);

/** Moves the plan to free ports. @throws Error with a taken port, when no offset is free */
export async function freePlan(plan: Plan): Promise<Plan> {
  let taken: unknown;
  for (const distance of DISTANCES) {
    const moved = withProcesses(plan, ({ port }) => ({ port: port + distance }));
    const ports = portsOf(moved);
    if (Object.values(ports).some((port) => REFUSED.includes(port))) continue;
    try {
      await requireFreePorts(ports);
      return moved;
    } catch (error) {
      taken = error;
    }
  }
  throw taken;
}

/** Open resources, in the order in which they are closed. */
export type Opened = { stop(): Promise<void> }[];

interface SurroundingsOptions {
  folder: string;
  plan: Plan;
  services: ServiceList;
  opened: Opened;
  say(line: string): void;
}

/** Starts the servers' surroundings: a bucket with the releases, a mail server, and a stand-in for the outside service. */
export async function startSurroundings({ folder, plan, services, opened, say }: SurroundingsOptions) {
  const s3 = await startS3(BUCKET);
  opened.push(s3);
  const smtpPort = await freePort();
  const mails = await receiveMails(smtpPort);
  opened.push({ stop: () => mails.close() });
  const standIn = await startStandIn(services, plan.api ? `http://127.0.0.1:${behindNginx(plan.api)}` : '');
  const bucket = {
    S3_ENDPOINT: s3.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'cluster',
    AWS_SECRET_ACCESS_KEY: 'cluster',
    RELEASES_URL: `s3://${BUCKET}/releases`,
    PRIVATE_STORE_URL: `s3://${BUCKET}/private`,
    UPLOADS_URL: `s3://${BUCKET}/uploads`,
  };
  const releasing = { ...bucket, DATA_DIR: folder };
  // The stores of this process read the bucket's settings from the environment, as in every pipeline.
  Object.assign(process.env, releasing);
  await publishAll(bucket.RELEASES_URL, say);
  const { releaseKeys, stepKeys } = await exportPins(join(folder, 'release-keys'));
  const settings: Record<string, string> = {
    ...bucket,
    RELEASE_KEYS: releaseKeys,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`,
    ...standIn?.serverSettings,
    ...standIn?.keys,
  };
  return { s3, mails, smtpPort, standIn, releasing, stepKeys, settings };
}

const MESSAGE_ID = /^message-id:\s*<([^>]+)>/im;

/** A mail server that keeps only the Message-ID of each mail. */
export interface MailReceiver {
  /** Message-IDs in order of arrival, with duplicates. */
  received: string[];
  close(): Promise<void>;
}

async function receiveMails(port: number): Promise<MailReceiver> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      text(stream).then((mail) => {
        received.push(MESSAGE_ID.exec(mail)?.[1] ?? '');
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // A client that is killed while sending breaks the connection and sends again later.
  server.on('error', () => undefined);
  return { received, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Starts the definition's stand-in for an outside service; undefined where it has none. */
async function startStandIn(services: ServiceList, apiOrigin: string) {
  const { trial } = await siteDefinition();
  if (!trial) return undefined;
  const service = await serviceOf(trial.standIn);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // The servers get the same keys, and read changed ones at a restart.
  const keys = trial.keys();
  await services.start({
    name: service.name,
    args: argumentsOf(service),
    env: () => ({
      ...keys,
      NODE_ENV: '',
      [service.port.variable]: String(port),
      API_ORIGIN: apiOrigin,
    }),
    health: `${origin}/healthz`,
  });
  return { name: service.name, origin, keys, serverSettings: trial.serverSettings(port) };
}
