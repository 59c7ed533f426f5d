import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { BrotliOnce } from '../../files/brotli-once';
import { COVERS } from '../../files/folders';
import { coverType } from '../../posts/pictures/covers';

/** A cover may be an SVG: opened by itself it must not run anything. */
const COVER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const COVER_NAME = /^[a-z0-9][\w-]*\.\w+$/i;
/** The same for all encodings. */
const etagOf = (name: string): string => `W/"${name}"`;
const coverHeaders = (name: string) => ({
  'content-security-policy': COVER_POLICY,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
  etag: etagOf(name),
});

const DRAWING = 'image/svg+xml';
const READS_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** What is too large to be kept in its smallest form: of 20 kB in about a millisecond. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The pictures that posts name; drawings travel compressed. */
export async function coverRoutes(app: FastifyInstance, { files }: Context): Promise<void> {
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: BROTLI, globalDecompression: false });
  const drawings = new BrotliOnce(files);

  app.get<{ Params: { name: string } }>('/covers/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const type = COVER_NAME.test(name) ? coverType(name) : undefined;
    if (!type) return reply.callNotFound();
    // The name carries a hash of the bytes: who has a file of this name has the right one.
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
