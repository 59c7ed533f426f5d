import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Context } from './context';
import { draining } from './plugins/draining';
import { failures, frameworkErrors } from './plugins/failures/failures';
import { requestId, requestLog } from './plugins/request-log';
import { tracing } from './plugins/tracing';
import { BODY_LIMIT_BYTES } from './settings/limits';

export type Logger = FastifyServerOptions['loggerInstance'];

/** What both ports have in common: limits, the log, traces, and sentences for what fails. */
export async function serverInstance(context: Context, logger: Logger): Promise<FastifyInstance> {
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
  return app;
}
