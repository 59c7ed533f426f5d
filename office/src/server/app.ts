import { signIn } from '@wholepage/sign-in/plugin';
import type { Client } from '@wholepage/staff-kit/client-files';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type pg from 'pg';
import { MANAGES, RIGHTS } from '../rights';
import type { OfficeContext } from './context';
import { apiRoutes } from './routes/api';
import { officeRoutes } from './routes/client';
import { fileRoutes } from './routes/files';
import type { OfficeSettings } from './settings';

/** What the browser asks for by itself: it keeps no session alive. */
const BY_ITSELF = '/office/news/follow';

interface AppOptions {
  settings: OfficeSettings;
  pool: pg.Pool;
  secret: string;
  client: Client;
  logger?: FastifyServerOptions['loggerInstance'];
}

/** Builds the office; `server.ts` lets it listen. */
export async function buildApp({ settings, pool, secret, client, logger }: AppOptions): Promise<FastifyInstance> {
  const server: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Addresses hold links that sign somebody in, and what people searched for; what they do is in the audit.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: 65_536,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
  });
  const context: OfficeContext = { settings, pool, secret };
  server.addHook('onRequest', async (request) => {
    if (request.url === BY_ITSELF) request.headers['x-background'] = '1';
  });
  await server.register(signIn, {
    settings: settings.signIn,
    pool,
    title: 'Office',
    rights: RIGHTS,
    manages: MANAGES,
    audits: 'owner',
    assets: client.assets,
    pictures: [settings.filesOrigin, settings.siteOrigin],
  });
  officeRoutes(server, client, context);
  fileRoutes(server, context);
  await server.register(async (scope) => apiRoutes(scope, context));
  return server;
}
