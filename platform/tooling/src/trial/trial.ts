import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { writeWhole } from '@wholepage/releases/whole-files';
import { deployFiles } from '../deploy/deploy-files';
import { type Files, machineFiles, portsIn, settingsIn } from '../deploy/machine-files';
import { type Process, planDeployment, withProcesses } from '../deploy/plan';
import { codeDir, codeEnding, ROOT } from '../paths';
import { requireFreePorts } from '../run/spawn';
import { siteDefinition, sitePort } from '../site/definition';
import { buildApps, buildServers, buildStaff } from '../start/build/build-all';
import { askedToStop } from '../start/composer';
import { startNginx } from './nginx-conf';
import { type Person, startTrialProvider } from './openid';
import {
  BUCKET,
  findPrograms,
  freePlan,
  line,
  makeCertificate,
  type Opened,
  ServiceList,
  startSurroundings,
} from './service-list';

/*
 * Production on one machine: the processes, settings and nginx of `deploy/`, as `wholepage deploy files` writes it.
 * Ports, folders and hosts are the machine's. Stand-ins replace the bucket, the identity provider, the mail server, and
 * the services that `trial` of site.ts names.
 */

type Settings = Readonly<Record<string, string>>;

const say = (text: string) => console.log(text);

const exampleOf = (files: Files, { secrets }: Process): NodeJS.Dict<string> =>
  parseEnv(files[`containers/${secrets}.env.example`] ?? '');

/** Secrets that processes share, by the names of their settings. */
const made = new Map<string, string>();
const secretOf = (name: string): string => made.getOrInsertComputed(name, () => randomBytes(24).toString('hex'));

/** The environment file of a process: the example's settings, with the trial's own values and this machine's hosts. */
function fileOf(files: Files, process: Process, own: Settings, port: number): Settings {
  const filled = Object.entries(exampleOf(files, process)).map(([name, value = '']) => {
    const usual = value.startsWith('change-me') ? secretOf(name) : value;
    const here = usual.replaceAll('www.example.com', `localhost:${port}`);
    return [name, own[name] ?? here.replace(/\.example\.com/g, `.localhost:${port}`)] as const;
  });
  return Object.fromEntries(filled);
}

/** The trial's people: one in the first group with a right at the console in `deploy/`, one in the group of everybody. */
const PEOPLE: readonly Person[] = [
  { id: 'asha', name: 'Asha', groups: ['platform', 'everybody'] },
  { id: 'ben', name: 'Ben', groups: ['everybody'] },
];

/** Starts PostgreSQL from npm, which a site has with its console. */
async function startDatabase(folder: string) {
  const load = <Module>(name: string): Promise<Module> =>
    import(pathToFileURL(join(codeDir('database'), name + codeEnding)).href);
  const { openEmbedded } = await load<typeof import('@wholepage/database/embedded')>('embedded');
  const { connect } = await load<typeof import('@wholepage/database/migrate')>('migrate');
  const { serviceRole } = await load<typeof import('@wholepage/database/service-database')>('service-database');
  const embedded = await openEmbedded(folder, 'command', say);
  return {
    /** The database's address for a service, which has its own role and database. */
    async urlFor(service: string) {
      const { own, role } = await serviceRole(embedded.connection, service, folder);
      // The service owns its database, because it creates its tables itself, as in production.
      const admin = await connect(embedded.connection);
      await admin.query(`alter database ${role} owner to ${role}`).finally(() => admin.end());
      return `postgres://${own.user}:${encodeURIComponent(own.password)}@${own.host}:${own.port}/${own.database}`;
    },
    stop: () => embedded.close(),
  };
}

/** Starts everything. @returns the lines to print */
async function startTrial(folder: string, signal: AbortSignal, opened: Opened): Promise<string[]> {
  const { nginx = '', openssl } = findPrograms(() => {});
  if (!openssl) throw new Error('openssl is missing, and makes the certificate. Install it: apt install openssl');
  const site = await siteDefinition();
  const port = sitePort(process.env);
  const front = { origin: `https://localhost:${port}`, port };
  const plan = await freePlan(withProcesses(planDeployment(site), () => ({ copies: 1 })));
  const hosts = plan.staff.flatMap(({ name, deploy }) => [name, ...(deploy.names ?? [])]);
  const originOf = (name: string) => `https://${name}.localhost:${port}`;

  say('Starting …');
  const certificate = await makeCertificate(
    openssl,
    join(folder, 'certificate'),
    hosts.map((name) => `${name}.localhost`),
  );
  const services = new ServiceList(join(folder, 'logs'), say, signal);
  opened.push(services);
  const database = plan.hasDatabase ? await startDatabase(join(folder, 'database')) : undefined;
  if (database) opened.push(database);
  const files = { ...(await deployFiles()), ...machineFiles(plan) };
  // Services with a provider in the example use it to sign in; others use an invitation, and later a passkey.
  const clients = plan.staff
    .filter((each) => 'OIDC_ISSUER' in exampleOf(files, each))
    .map(({ name }) => ({ id: name, secret: randomBytes(16).toString('hex'), origin: originOf(name) }));
  const provider = await startTrialProvider(clients, PEOPLE, certificate);
  opened.push(provider);
  const around = await startSurroundings({ folder, plan, services, opened, say });
  const { s3, stepKeys } = around;
  const shared = { ...around.settings, ...(database && { DATABASE_URL: await database.urlFor('site') }) };
  const ownOf = async (each: Process): Promise<Settings> => {
    const client = clients.find(({ id }) => id === each.name);
    return {
      ...shared,
      STEP_SIGNING_KEY: each.kind === 'composer' ? stepKeys.composer : stepKeys.operator,
      ...(each.kind === 'staff' && {
        [`${each.name.toUpperCase()}_DATABASE_URL`]: (await database?.urlFor(each.name)) ?? '',
      }),
      ...(client && {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
      }),
    };
  };
  const start = async (each: Process): Promise<void> => {
    const own = await ownOf(each);
    const data = join(folder, 'data', each.secrets);
    await mkdir(data, { recursive: true });
    const [port = 0] = portsIn(each, plan);
    const settings = {
      // These settings name stand-ins, and are in no example.
      S3_ENDPOINT: s3.endpoint,
      NODE_EXTRA_CA_CERTS: certificate.chain,
      ...(each.secrets === 'site' && own),
      ...fileOf(files, each, own, front.port),
      ...settingsIn(each, plan, String(port)),
      DATA_DIR: data,
    };
    await writeSettings(envFile(folder, each.name), settings);
    await services.start({
      name: each.name,
      args: [...each.args],
      env: () => settings,
      health: `http://127.0.0.1:${port}/healthz`,
    });
  };
  await Promise.all(plan.processes.map(start));
  await startNginx(services, nginx, { folder: join(folder, 'nginx'), files, port, certificate, signal });
  const release = envFile(folder, 'release');
  await writeSettings(release, around.releasing);
  return [
    line('Site', front.origin),
    ...plan.staff.map(({ name, title }) =>
      line(
        title,
        originOf(name),
        clients.some(({ id }) => id === name)
          ? 'sign in by OpenID Connect'
          : 'sign in by an invitation, then a passkey',
      ),
    ),
    line('OpenID', provider.issuer, 'choose Asha, who may do everything, or Ben, who may look'),
    line('S3', s3.endpoint, `bucket "${BUCKET}": releases and uploads, in memory`),
    line('Certificate', certificate.chain, 'made for this trial: a browser warns once for each address'),
    line('Logs', join(folder, 'logs'), 'one of each program'),
    line('Settings', join(folder, 'env'), 'one file for each program, for its commands'),
    `Release to it: (set -a; . ${inShell(release)}; npm run release APP)`,
  ];
}

/** The settings file of a program, also used by commands that run beside it. */
const envFile = (folder: string, name: string): string => join(folder, 'env', `${name}.env`);

/** Quotes a word for a shell. */
const inShell = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Writes settings as a file that a shell can read. */
export async function writeSettings(file: string, settings: Settings): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${inShell(value)}\n`);
  await writeWhole(file, lines.join(''), { mode: 0o600 });
}

/** `wholepage trial`: runs production on this machine until Ctrl+C. */
export async function trial(): Promise<void> {
  await requireFreePorts({ PORT: sitePort(process.env) });
  const { signal, stopped, orStopped } = askedToStop();
  const folder = resolve(ROOT, process.env.DATA_DIR || 'var', 'trial');
  const opened: Opened = [];
  // This signal also ends programs that are still starting.
  const over = new AbortController();
  say('Building what changed …');
  await orStopped(Promise.all([buildApps(say), buildServers(), buildStaff()]));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Under root, PostgreSQL runs as its own user and must enter the folder.
  await chmod(folder, 0o755);
  try {
    for (const text of await startTrial(folder, AbortSignal.any([signal, over.signal]), opened)) say(text);
    say(`Trial ready at https://localhost:${sitePort(process.env)}. Stop with Ctrl+C.`);
    await stopped;
  } finally {
    over.abort();
    for (const each of opened) await each.stop();
  }
  process.exit(0);
}
