import type { FastifyInstance } from 'fastify';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Code and styles come from this service only; nobody frames it, and nothing of it is cached for others. */
export function secureHeaders(app: FastifyInstance, origin: string, pictures: readonly string[] = []): void {
  const headers = {
    'content-security-policy': [...POLICY, ["img-src 'self' data:", ...pictures].join(' ')].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
