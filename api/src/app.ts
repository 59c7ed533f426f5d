import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context';
import { openapi } from './plugins/openapi';
import { security } from './plugins/security';
import { validation } from './plugins/validation';
import { ALL_ROUTES } from './routes/all-routes';
import { healthRoutes } from './routes/health';
import { type Logger, serverInstance } from './server-instance';
import { BODY_LIMIT_BYTES } from './settings/limits';

/** Builds what visitors reach; `server.ts` lets it listen at `API_PORT`. */
export async function buildApp(context: Context, logger: Logger): Promise<FastifyInstance> {
  const { config } = context;
  const app = await serverInstance(context, logger);
  await app.register(security, { origins: config.siteOrigins });
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  await app.register(openapi);
  await app.register(validation);

  for (const routes of config.role === 'jobs' ? [healthRoutes] : ALL_ROUTES) {
    await app.register(async (scope) => routes(scope, context));
  }
  return app;
}
