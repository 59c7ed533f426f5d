import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BLOG_PAGE_SIZE, BLOG_PAGE_SIZE_MAX, blogListResponseSchema, blogPostResponseSchema } from '../../wire/blog';
import { saveResponseSchema } from '../../wire/enquiries';
import type { Context } from '../context';
import { RefusedError } from '../errors';
import { COVERS, type FileStore } from '../files/file-store';
import { coverType } from '../posts/html';
import { findPreview, findShown, listShown } from '../posts/read';

const CACHE = 'public, max-age=10, stale-while-revalidate=60';

/** Routes of list and post, in the wire format of the existing PHP hosts. */
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
      const { items, total } = await listShown(database.reads, page, limit);
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
      const preview = officeSecret && (await findPreview(database.reads, slug, officeSecret));
      if (preview) {
        reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
        return { success: true as const, data: preview };
      }
      const post = await findShown(database.reads, slug);
      if (!post) throw new RefusedError(404, 'Post not found.');
      reply.header('cache-control', CACHE);
      return { success: true as const, data: post };
    },
  );
}

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

/** Policy of covers: an SVG opened by itself must not run scripts. */
const COVER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const COVER_NAME = /^[a-z0-9][\w-]*\.\w+$/i;
/** Returns a weak ETag, the same for all encodings. */
const etagOf = (name: string): string => `W/"${name}"`;
const coverHeaders = (name: string) => ({
  'content-security-policy': COVER_POLICY,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
  etag: etagOf(name),
});

const DRAWING = 'image/svg+xml';
const READS_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** Compression of drawings too large for the cache: about a millisecond for 20 kB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Route of posts' pictures; drawings are sent compressed. */
export async function coverRoutes(app: FastifyInstance, { files }: Context): Promise<void> {
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: BROTLI, globalDecompression: false });
  const drawings = new BrotliOnce(files);

  app.get<{ Params: { name: string } }>('/covers/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const type = COVER_NAME.test(name) ? coverType(name) : undefined;
    if (!type) return reply.callNotFound();
    // The name has a hash of the bytes: a cached file of this name is current.
    if (request.headers['if-none-match'] === etagOf(name)) return reply.code(304).headers(coverHeaders(name)).send();
    const path = `${COVERS}/${name}`;
    const readsBrotli = READS_BROTLI.test(String(request.headers['accept-encoding'] ?? ''));
    const drawing = type === DRAWING && readsBrotli ? await drawings.get(path) : undefined;
    if (drawing) return reply.headers(coverHeaders(name)).header('content-encoding', 'br').type(type).send(drawing);
    const found = await files.read(path);
    if (!found) return reply.callNotFound();
    return reply.headers(coverHeaders(name)).header('content-length', found.bytes).type(type).send(found.stream);
  });
}

const brotli = promisify(brotliCompress);

/** Most cached files, of some kB each: more than a list of posts shows. */
const KEPT_FILES = 100;
/** Largest file to compress thoroughly: a larger one takes a second of a processor. */
const LARGEST_BYTES = 100_000;

/**
 * Cache of immutable files at brotli's best quality. A drawing takes 20 to 100 ms, so that each is compressed once. The
 * oldest entry is evicted first.
 */
export class BrotliOnce {
  private readonly kept = new Map<string, Promise<Buffer | undefined>>();

  constructor(private readonly files: Pick<FileStore, 'read'>) {}

  /** @returns undefined when there is no such file, or it is too large */
  get(path: string): Promise<Buffer | undefined> {
    const known = this.kept.get(path);
    if (known) return known;
    const [oldest] = this.kept.keys();
    if (oldest && this.kept.size >= KEPT_FILES) this.kept.delete(oldest);
    const making = this.make(path);
    this.kept.set(path, making);
    const forget = () => this.kept.delete(path);
    making.then((made) => made ?? forget(), forget);
    return making;
  }

  private async make(path: string): Promise<Buffer | undefined> {
    const found = await this.files.read(path);
    if (!found || found.bytes > LARGEST_BYTES) {
      found?.stream.destroy();
      return undefined;
    }
    return brotli(await buffer(found.stream));
  }
}
