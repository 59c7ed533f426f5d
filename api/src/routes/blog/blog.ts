import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { blogListResponseSchema, blogPostResponseSchema } from '../../../wire/blog';
import { saveResponseSchema } from '../../../wire/enquiries';
import type { Context } from '../../context';
import { RefusedError } from '../../errors';
import { findPreview, findShown } from '../../posts/find';
import { listShown } from '../../posts/list';
import { listQuery, showQuery } from './blog-queries';

const CACHE = 'public, max-age=10, stale-while-revalidate=60';

/** List and post in the wire form of the existing PHP hosts. */
export async function blogRoutes(plain: FastifyInstance, { database, officeSecret }: Context): Promise<void> {
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
      const { slug } = request.query;
      const preview = officeSecret && (await findPreview(database.db, slug, officeSecret));
      if (preview) {
        reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
        return { success: true as const, data: preview };
      }
      const post = await findShown(database.db, slug);
      if (!post) throw new RefusedError(404, 'Post not found.');
      reply.header('cache-control', CACHE);
      return { success: true as const, data: post };
    },
  );
}
