import { existsSync, mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { BLOG_PAGE_SIZE, BLOG_PAGE_SIZE_MAX, blogListResponseSchema, blogPostResponseSchema } from 'contracts/blog';
import { saveResponseSchema } from 'contracts/enquiries';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../context';
import { RefusedError } from '../errors';
import { coversDirOf } from '../posts/covers';
import { findShown, listShown } from '../posts/read';

const number = (fallback: number, most: number, name: string) =>
  z.coerce
    .number({ error: `The ${name} must be a number.` })
    .int(`The ${name} must be a whole number.`)
    .min(1, `The ${name} must be 1 or more.`)
    .transform((value) => Math.min(value, most))
    .default(fallback);

const listQuery = z.object({
  page: number(1, 1_000_000, 'page'),
  limit: number(BLOG_PAGE_SIZE, BLOG_PAGE_SIZE_MAX, 'limit'),
});
const showQuery = z.object({
  slug: z
    .string({ error: 'Which post? The address lacks its slug.' })
    .min(1, 'Which post? The address lacks its slug.')
    .max(200),
});

const CACHE = 'public, max-age=10, stale-while-revalidate=60';
/** A cover may be an SVG: opened by itself it must not run anything. */
const COVER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** List and post in the wire form of the existing PHP hosts, and the pictures that they name. */
export async function blogRoutes(plain: FastifyInstance, { config, database }: Context): Promise<void> {
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

  await plain.register(coverFiles, { folder: coversDirOf(config.dataDir) });
}

/** The covers of the posts. Their names carry a hash of their bytes, so they may be kept for ever. */
async function coverFiles(scope: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', COVER_POLICY);
  });
  await scope.register(fastifyStatic, {
    root: folder,
    prefix: '/covers/',
    index: false,
    list: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
  });
}
