import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { RefusedError } from '../errors';
import { auditRoutes } from '../routes/audit';
import { linkRoutes } from '../routes/link';
import { openIdRoutes } from '../routes/openid';
import { passkeyRoutes } from '../routes/passkeys';
import { peopleRoutes } from '../routes/people';
import { sessionRoutes } from '../routes/session';
import { requireAccessOfRoutes } from './access';
import { contextOf } from './context';
import { tellFailures } from './failures';
import { guardRoutes } from './guard';
import { secureHeaders } from './headers';
import type { SignInOptions } from './options';

export type { SignInOptions } from './options';

/**
 * Signing in for a service. It gives its pages and calls below `/sign-in`, a guard before every route that is registered later,
 * security headers, and how errors are reported.
 */
export const signIn = fp<SignInOptions>(
  async (app: FastifyInstance, options) => {
    const context = contextOf(options);
    await app.register(cookie);
    await app.register(formbody, { bodyLimit: 4096 });
    await app.register(rateLimit, {
      global: false,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, { after }) => new RefusedError(429, `Too many attempts. Try again in ${after}.`),
    });
    app.decorateRequest('session');
    secureHeaders(app, options.settings.origin, options.pictures);
    tellFailures(app, context);
    requireAccessOfRoutes(app);
    guardRoutes(app, context);
    for (const routes of [linkRoutes, sessionRoutes, auditRoutes, peopleRoutes]) routes(app, context);
    if (context.provider) openIdRoutes(app, context, context.provider);
    else passkeyRoutes(app, context);
  },
  { name: 'sign-in' },
);
