import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Collects the schemas of all routes; `npm run --prefix api openapi` writes them to `openapi.json`. */
export const openapi = fp(
  async (app: FastifyInstance) => {
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
  },
  { name: 'openapi' },
);
