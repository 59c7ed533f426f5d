import formbody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { catalogueRoute } from './catalogue/catalogue';
import type { Context } from './context';
import { siteRoute } from './office/facts';
import { officeRoutes } from './office/routes';
import { checkoutRoutes } from './orders/checkout';
import { webhookRoute } from './orders/webhook';
import { failures, frameworkErrors } from './plugins/failures';
import { draining, HEADERS, observed, readToEnd, requestId, security, validation } from './plugins/requests';
import { blogRoutes, coverRoutes } from './routes/blog';
import { fileFormRoutes, formRoutes } from './routes/forms';
import { healthRoutes, metricsRoute } from './routes/operation';
import { BODY_LIMIT_BYTES } from './settings/config';

/** Builds the public server; `server.ts` lets it listen at `API_PORT`. */
export async function buildApp(context: Context, logger: Logger): Promise<FastifyInstance> {
  const { config } = context;
  const app = await serverInstance(context, logger);
  await security(app, config);
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  await openapi(app);

  for (const routes of config.role === 'jobs' ? [healthRoutes] : ALL_ROUTES) {
    await app.register(async (scope) => routes(scope, context));
  }
  return app;
}

/** Builds the private server, for operators, the composer and the office; `server.ts` lets it listen at `API_PRIVATE_PORT`. */
export async function buildPrivateApp(context: Context, logger: Logger): Promise<FastifyInstance> {
  const app = await serverInstance(context, logger);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...HEADERS, 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-store' });
    reply.header('x-request-id', request.id);
  });
  const hasOffice = context.config.role !== 'jobs';
  for (const routes of [healthRoutes, metricsRoute, ...(hasOffice ? [siteRoute, officeRoutes] : [])]) {
    await app.register(async (scope) => routes(scope, context));
  }
  return app;
}

export type Logger = FastifyServerOptions['loggerInstance'];

/** Builds the common part of both servers: limits, log, traces, and sentences for errors. */
async function serverInstance(context: Context, logger: Logger): Promise<FastifyInstance> {
  const { config } = context;
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // Long enough for 10 MB over a line of 20 kB a second; longer requests are cut off.
    requestTimeout: 600_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 72_000,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId(config.trustProxy !== false),
    frameworkErrors,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  observed(app, context);
  draining(app, context.stopping);
  readToEnd(app);
  failures(app);
  validation(app);
  return app;
}

/** Collects the routes' schemas; `npm run --prefix api openapi` writes them to `openapi.json`. */
async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Enquiries, blog and course orders',
        description: 'The calls of the website. In the default set-up they are reached under /api of the site.',
        version: '1.0.0',
      },
      tags: [
        { name: 'enquiries', description: 'What visitors send' },
        { name: 'e-mail', description: 'Delivery of the mails of forms' },
        { name: 'blog', description: 'Published posts' },
        { name: 'orders', description: 'Course orders and their payments' },
        { name: 'operation', description: 'For those who run the site' },
      ],
    },
    transform: jsonSchemaTransform,
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

const ALL_ROUTES = [
  healthRoutes,
  formRoutes,
  fileFormRoutes,
  blogRoutes,
  coverRoutes,
  catalogueRoute,
  checkoutRoutes,
  webhookRoute,
];
