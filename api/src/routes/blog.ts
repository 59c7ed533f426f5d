import { blogListResponseSchema, blogPostResponseSchema } from 'contracts/blog';
import { saveResponseSchema } from 'contracts/enquiries';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Context } from '../context';
import { RefusedError } from '../errors';
import { COVERS } from '../files/folders';
import { coverType } from '../posts/covers';
import { findShown } from '../posts/find';
import { listShown } from '../posts/list';
import { listQuery, showQuery } from './blog-queries';

const CACHE = 'public, max-age=10, stale-while-revalidate=60';
/** A cover may be an SVG: opened by itself it must not run anything. */
const COVER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const COVER_NAME = /^[a-z0-9][\w-]*\.\w+$/i;
const etagOf = (name: string): string => `"${name}"`;
const coverHeaders = (name: string) => ({
  'content-security-policy': COVER_POLICY,
  'cache-control': 'public, max-age=31536000, immutable',
  etag: etagOf(name),
});

/** List and post in the wire form of the existing PHP hosts, and the pictures that they name. */
export async function blogRoutes(plain: FastifyInstance, { files, database }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const tags = ['blog'];

  app.get(
    '/formdata/api_blog_list.php',
    {
      schema: {
        tags,
        summary: 'A page of the published posts, newest first',
        querystring: listQuery,
        response: { 200: blogListResponseSchema, 400: saveResponseSchema },
      },
    },
    async (request, reply) => {
      const { page, limit } = request.query;
      const { items, total } = await listShown(database.db, page, limit);
      reply.header('cache-control', CACHE);
      return { success: true as const, data: items, total_pages: Math.max(1, Math.ceil(total / limit)) };
    },
  );

  app.get(
    '/formdata/api_blog_show.php',
    {
      schema: {
        tags,
        summary: 'One published post',
        querystring: showQuery,
        response: { 200: blogPostResponseSchema, 404: saveResponseSchema },
      },
    },
    async (request, reply) => {
      const post = await findShown(database.db, request.query.slug);
      if (!post) throw new RefusedError(404, 'Post not found.');
      reply.header('cache-control', CACHE);
      return { success: true as const, data: post };
    },
  );

  plain.get<{ Params: { name: string } }>('/covers/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const type = COVER_NAME.test(name) ? coverType(name) : undefined;
    if (!type) return reply.callNotFound();
    // The name carries a hash of the bytes: who has a file of this name has the right one.
    if (request.headers['if-none-match'] === etagOf(name)) return reply.code(304).headers(coverHeaders(name)).send();
    const found = await files.read(`${COVERS}/${name}`);
    if (!found) return reply.callNotFound();
    return reply.headers(coverHeaders(name)).header('content-length', found.bytes).type(type).send(found.stream);
  });
}
