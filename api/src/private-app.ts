import type { FastifyInstance } from 'fastify';
import type { Context } from './context';
import { siteRoute } from './office/facts/routes';
import { officeRoutes } from './office/routes';
import { validation } from './plugins/validation';
import { healthRoutes } from './routes/health';
import { metricsRoute } from './routes/metrics';
import { type Logger, serverInstance } from './server-instance';

/** Answers are data for programs: no browser may run, frame or keep them. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Builds what operators, the composer and the office reach, and visitors never; `server.ts` lets it listen at `API_PRIVATE_PORT`. */
export async function buildPrivateApp(context: Context, logger: Logger): Promise<FastifyInstance> {
  const app = await serverInstance(context, logger);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    reply.header('x-request-id', request.id);
  });
  await app.register(validation);
  const hasOffice = context.config.role !== 'jobs';
  for (const routes of [healthRoutes, metricsRoute, ...(hasOffice ? [siteRoute, officeRoutes] : [])]) {
    await app.register(async (scope) => routes(scope, context));
  }
  return app;
}
