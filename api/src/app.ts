import formbody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Context } from './context';
import { BODY_LIMIT_BYTES } from './limits';
import { draining } from './plugins/draining';
import { failures, frameworkErrors } from './plugins/failures/failures';
import { openapi } from './plugins/openapi';
import { requestId, requestLog } from './plugins/request-log';
import { security } from './plugins/security';
import { tracing } from './plugins/tracing';
import { validation } from './plugins/validation';
import { ALL_ROUTES } from './routes/all-routes';
import { healthRoutes } from './routes/health';

/** Builds the server; `server.ts` lets it listen. */
export async function buildApp(
  context: Context,
  logger: FastifyServerOptions['loggerInstance'],
): Promise<FastifyInstance> {
  const { config } = context;
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // Long enough for 10 MB over a slow line; nobody holds a connection for longer.
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 72_000,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId(config.trustProxy !== false),
    frameworkErrors,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });

  await app.register(tracing, { tell: context.tell });
  await app.register(requestLog, { metrics: context.metrics });
  await app.register(draining, { isStopping: context.isStopping });
  await app.register(failures);
  await app.register(security, { origins: config.siteOrigins });
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  await app.register(openapi);
  await app.register(validation);

  for (const routes of config.role === 'jobs' ? [healthRoutes] : ALL_ROUTES) {
    await app.register(async (scope) => routes(scope, context));
  }
  return app;
}
