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

/** What a service of staff is: one definition for its build, server, settings and commands. */
export interface StaffService {
  /** Begins the names of its settings, cookies and built files, and is the id of the element that the client renders into. */
  name: string;
  /** For people: "Console". */
  title: string;
  start: string;
  /** What is typed before words about people. */
  command: string;
  /** The package's folder: the bundle lies as deep in it as the sources do. */
  folder: string;
  /** Relative settings are meant from there. */
  root: string;
  rights: RightsModel;
  /** The right to invite people, to change what they may do, and to read the audit. The link of a developer's machine gives it. */
  manages: string;
  /** Addresses of the client's screens. */
  pages: readonly string[];
  /** For browsers without scripts: a sentence that says what serves instead. */
  withoutScripts: string;
  /** Those of signing in, and the service's own. */
  migrations: readonly Migrations[];
  /** Tables whose rows are of no use in another database. */
  leaveOut: readonly string[];
  /** Packages that few installations need, which lie beside the server's file. */
  beside?: readonly string[];
}

/** The service's own database: people, sessions, the audit, and tables of its own. @param how a command opens it @throws StartError in one sentence */
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

/** What a service gets to build its server from. */
export interface StaffOptions<Settings extends StaffSettings> {
  settings: Settings;
  pool: ServiceDatabase['pool'];
  client: Client;
  logger?: FastifyServerOptions['loggerInstance'];
}

interface ServerOptions extends StaffOptions<StaffSettings>, Pick<SignInOptions, 'pictures' | 'explain'> {
  requestTimeout: number;
  maxParamLength: number;
  /** Addresses that pages ask for by themselves: they keep no session alive. */
  background?: readonly string[];
}

/** The server of a service, with signing in, the client and its pages. Routes that are added say who may call them. */
export async function staffServer(service: StaffService, options: ServerOptions): Promise<FastifyInstance> {
  const { settings, pool, client, logger, requestTimeout, maxParamLength, background = [], ...rest } = options;
  const server: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Addresses hold links that sign somebody in, and what people searched for; what they do is in the audit.
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

/** Reads the client into memory: a few files. @throws StartError when it was not built */
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
    /** For the page of signing in. */
    assets: { script: found('sign-in-', '.js'), styles },
  };
}

type Client = Awaited<ReturnType<typeof readClient>>;

/** As good as it gets within a tenth of a second for the largest file. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Serves the client's page at its paths to members, and its files to everybody. */
function clientRoutes(server: FastifyInstance, paths: readonly string[], { page, files }: Client): void {
  /** Compressed once, when somebody first loads it. */
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
      // Named by their content.
      reply.type(file.type).header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('vary', 'accept-encoding');
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.bytes);
      return reply.header('content-encoding', 'br').send(brotliOf(request.params.file, file.bytes));
    },
  );
}

/** A link for who works at this machine, as the person of the starts before. */
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
  // On a developer's machine the link is at hand; in production somebody is invited by name.
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

/** Starts a service of staff and prints its address. What stops the start is one sentence on stderr and exit code 1. */
export function serveStaff<Settings extends StaffSettings>(...parts: Parameters<typeof start<Settings>>): void {
  start(...parts).catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  });
}
