import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { messageOf, StartError } from '@wholepage/database/errors';
import type { Migrations } from '@wholepage/database/migrate';
import {
  openServiceDatabase,
  type ServiceDatabase,
  type ServiceDatabaseOptions,
} from '@wholepage/database/service-database';
import { releasedBy } from '@wholepage/releases/settings';
import { documentOf } from '@wholepage/sign-in/pages';
import { INVITED, invite, linkFor, listPeople } from '@wholepage/sign-in/people';
import { type SignInOptions, signIn } from '@wholepage/sign-in/plugin';
import type { RightsModel } from '@wholepage/sign-in/rights';
import { APPEND_ONLY } from '@wholepage/sign-in/tables';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { pino } from 'pino';
import type { StaffSettings } from './settings';

/** Definition of a staff service, for its build, server, settings and commands. */
export interface StaffService {
  /** Prefix of its settings, cookies and built files, and id of the element that the client renders into. */
  name: string;
  /** Name for people: "Console". */
  title: string;
  start: string;
  /** Command line before words about people. */
  command: string;
  /** The package's folder: the bundle lies as deep in it as the sources do. */
  folder: string;
  /** Folder that relative settings start from. */
  root: string;
  rights: RightsModel;
  /** The right to invite people, to change their rights, and to read the audit. The link of a developer's machine gives it. */
  manages: string;
  /** Paths of the client's screens, as routes. */
  pages: readonly string[];
  /** A sentence for browsers without scripts: what to use instead. */
  withoutScripts: string;
  /** Migrations of signing in, and the service's own. */
  migrations: readonly Migrations[];
  /** Tables whose rows are of no use in another database. */
  leaveOut: readonly string[];
  /** Packages that few installations need, which are not bundled. */
  beside?: readonly string[];
}

/** Opens the database: people, sessions, audit and own tables. @param how for commands @throws StartError in one sentence */
export const openStaffDatabase = (
  { name, migrations }: StaffService,
  { databaseUrl: url, dataDir }: Pick<StaffSettings, 'databaseUrl' | 'dataDir'>,
  onTrouble: (text: string) => void,
  how: Pick<ServiceDatabaseOptions, 'mayCreate' | 'until'> = {},
): Promise<ServiceDatabase> =>
  openServiceDatabase({
    service: name,
    setting: `${name.toUpperCase()}_DATABASE_URL`,
    url,
    dataDir,
    migrations,
    appendOnly: APPEND_ONLY,
    onTrouble,
    ...how,
  });

/** Argument of the function that builds a service's server. */
export interface StaffOptions<Settings extends StaffSettings> {
  settings: Settings;
  pool: ServiceDatabase['pool'];
  client: Client;
  logger?: FastifyServerOptions['loggerInstance'];
}

interface ServerOptions extends StaffOptions<StaffSettings>, Pick<SignInOptions, 'pictures' | 'explain'> {
  requestTimeout: number;
  maxParamLength: number;
  /** Addresses that pages request by themselves: such requests keep no session alive. */
  background?: readonly string[];
}

/** Builds a service's server, with signing in, the client and its pages. Routes added later must declare their `access`. */
export async function staffServer(service: StaffService, options: ServerOptions): Promise<FastifyInstance> {
  const { settings, pool, client, logger, requestTimeout, maxParamLength, background = [], ...rest } = options;
  const server: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Addresses hold sign-in links and search terms, which no log may keep; the audit records what people do.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: 65_536,
    requestTimeout,
    forceCloseConnections: true,
    routerOptions: { maxParamLength },
  });
  server.addHook('onRequest', async (request) => {
    if (background.includes(request.url)) request.headers['x-background'] = '1';
  });
  await server.register(signIn, {
    settings: settings.signIn,
    pool,
    title: service.title,
    command: service.command,
    rights: service.rights,
    manages: service.manages,
    assets: client.assets,
    ...rest,
  });
  clientRoutes(server, service.pages, client);
  server.get('/healthz', { config: { access: 'health' } }, async () => ({ ok: true }));
  server.get('/readyz', { config: { access: 'health' } }, async (_request, reply) => {
    const ok = await pool.query('select 1').then(Boolean, () => false);
    return reply.code(ok ? 200 : 503).send({ ok });
  });
  return server;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

export const clientFolder = ({ folder }: StaffService): string => join(folder, 'dist', 'client');

/** Reads the client's few files into memory. @throws StartError when it was not built */
async function readClient(service: StaffService) {
  const { name, title, start, withoutScripts } = service;
  const folder = clientFolder(service);
  const names = await readdir(folder).catch(() => []);
  const found = (begin: string, end: string): string => {
    const file = names.find((one) => one.startsWith(begin) && one.endsWith(end));
    if (!file) throw new StartError(`The ${name} is not built: run ${start}, which builds it.`);
    return `/assets/${file}`;
  };
  const read = async (file: string) =>
    [file, { bytes: await readFile(join(folder, file)), type: TYPES[extname(file)] ?? '' }] as const;
  const files = new Map(await Promise.all(names.filter((file) => extname(file) in TYPES).map(read)));
  const styles = found(`${name}-`, '.css');
  return {
    page: documentOf({
      title,
      styles,
      script: found(`${name}-`, '.js'),
      body: `<body><div id="${name}"></div><noscript>The ${name} needs scripts. ${withoutScripts}</noscript></body>`,
    }),
    files,
    /** Addresses for the sign-in page. */
    assets: { script: found('sign-in-', '.js'), styles },
  };
}

type Client = Awaited<ReturnType<typeof readClient>>;

/** As nginx reads it for the site; `q=0` refuses. */
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The best quality within a tenth of a second for the largest file. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Serves the client's page at its paths to members, and its files to everybody. */
function clientRoutes(server: FastifyInstance, paths: readonly string[], { page, files }: Client): void {
  /** Files by name, each compressed once, at its first request. */
  const compressed = new Map<string, Buffer>();
  const brotliOf = (name: string, bytes: Buffer | string): Buffer =>
    compressed.getOrInsertComputed(name, () => brotliCompressSync(bytes, QUALITY));
  for (const path of paths) {
    server.get(path, { config: { access: 'member' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page),
    );
  }
  server.get<{ Params: { file: string } }>(
    '/assets/:file',
    { config: { access: 'health' } },
    async (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.callNotFound();
      // The file names hold a hash of the content.
      reply.type(file.type).header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('vary', 'accept-encoding');
      if (!TAKES_BROTLI.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.bytes);
      return reply.header('content-encoding', 'br').send(brotliOf(request.params.file, file.bytes));
    },
  );
}

/** Makes a link for the developer at this machine, who stays the same person at each start. */
async function ownLink({ manages, rights: model }: StaffService, pool: ServiceDatabase['pool'], origin: string) {
  const name = releasedBy();
  const inviter = { actor: `${name}, at the start`, origin };
  const people = await listPeople(pool);
  const own = people.find((person) => person.issuer === INVITED && person.name === name && !person.endedAt);
  if (own) return linkFor(pool, { ...inviter, person: own.id });
  return invite(pool, { ...inviter, name, rights: [manages], model });
}

async function listen(
  service: StaffService,
  { port, host, signIn: { origin, production, openId } }: StaffSettings,
  database: ServiceDatabase,
  server: FastifyInstance,
): Promise<void> {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  try {
    await server.listen({ port, host });
  } catch (error) {
    const setting = `${service.name.toUpperCase()}_PORT`;
    throw new StartError(`${setting} ${port} on ${host} cannot be used (${messageOf(error)}).`, { cause: error });
  }
  // A developer's machine prints a sign-in link; in production people are invited by name.
  const link = production || openId ? origin : await ownLink(service, database.pool, origin);
  process.stdout.write(`${service.title}: ${link}\n`);
}

async function start<Settings extends StaffSettings>(
  service: StaffService,
  readSettings: () => Settings | Promise<Settings>,
  build: (options: StaffOptions<Settings>) => Promise<FastifyInstance>,
): Promise<void> {
  const settings = await readSettings();
  const client = await readClient(service);
  const logger = pino({ level: settings.logLevel, base: null });
  const database = await openStaffDatabase(service, settings, (text) => logger.warn(text));
  try {
    await listen(service, settings, database, await build({ settings, pool: database.pool, client, logger }));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Starts a staff service and prints its address. A StartError prints one sentence on stderr, others a stack; exit code 1. */
export function serveStaff<Settings extends StaffSettings>(...parts: Parameters<typeof start<Settings>>): void {
  start(...parts).catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  });
}
