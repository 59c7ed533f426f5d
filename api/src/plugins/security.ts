import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ENROLMENT_HEADER, SUBMISSION_HEADER } from '../../wire/enquiries';
import { RefusedError } from '../errors';

/** Called by servers, which send no Origin and prove themselves otherwise. */
const SIGNED_PATHS = new Set(['/webhooks/payment']);

/** Answers are data: a browser must not run, frame or guess at them. */
export const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

interface SecurityOptions {
  /** From which pages may post. */
  origins: readonly string[];
  /** Whether pages of the very host that a post names may, too: a site outside production has any address of its machine. */
  takesOwnHost: boolean;
}

/** Security headers, CORS for the site's own origins, and no posts from anywhere else. */
export const security = fp(
  async (app: FastifyInstance, { origins, takesOwnHost }: SecurityOptions) => {
    const allowed = new Set(origins);
    const isOwn = ({ headers, host }: FastifyRequest, origin: string): boolean => {
      if (allowed.has(origin)) return true;
      // Pages with `Referrer-Policy: no-referrer` post with Origin `null`; only the browser can vouch for them.
      if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin';
      return takesOwnHost && URL.canParse(origin) && new URL(origin).host === host;
    };
    await app.register(cors, {
      origin: [...allowed],
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ['content-type', SUBMISSION_HEADER, ENROLMENT_HEADER],
      exposedHeaders: ['retry-after', 'x-request-id'],
      maxAge: 600,
    });
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(HEADERS).header('cross-origin-resource-policy', 'cross-origin');
      reply.header('x-request-id', request.id);
      if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
      reply.header('cache-control', 'no-store');
      const origin = request.headers.origin;
      if (origin === undefined || SIGNED_PATHS.has(request.routeOptions.url ?? '')) return;
      if (!isOwn(request, origin)) {
        throw new RefusedError(
          403,
          'Forms of other websites are not accepted here. Please use the form on our own site.',
        );
      }
    });
  },
  { name: 'security' },
);
