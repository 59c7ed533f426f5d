import { and, eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../../db/database';
import { files } from '../../../db/tables/schema';
import type { FileStore } from '../../../files/file-store';
import { UPLOADS } from '../../../files/file-store';

/** What a browser may do with a visitor's file: show it, by itself. */
const POLICY = "default-src 'none'; sandbox";

/** Letters that every header can carry, and the whole name for who reads RFC 8187. */
const disposition = (kind: string, name: string): string =>
  `${kind}; filename="${name.replaceAll(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;

/**
 * Sends a file of an enquiry. Pictures were re-encoded when they came, and are shown; a PDF came as it is, and is only
 * saved.
 * @returns undefined when there is none
 */
export async function sendFile(
  { db, store, reply }: { db: Db; store: FileStore; reply: FastifyReply },
  enquiryId: string,
  fileId: string,
) {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.enquiryId, enquiryId)));
  const found = file && (await store.read(`${UPLOADS}/${file.storedName}`));
  if (!found) return undefined;
  const kind = file.mediaType.startsWith('image/') ? 'inline' : 'attachment';
  return reply
    .type(file.mediaType)
    .headers({
      'content-length': found.bytes,
      'content-disposition': disposition(kind, file.originalName),
      'content-security-policy': POLICY,
    })
    .send(found.stream);
}
