import { statfs } from 'node:fs/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { UPLOAD_LIMIT_BYTES } from '../../wire/forms';
import { InvalidFormError, RefusedError, StorageAwayError } from '../errors';
import { groupOf } from '../limiter/limiter';
import { BODY_LIMIT_BYTES } from '../settings/config';
import { type StoredFile, TOO_LARGE, type UploadStore } from './store';

declare module 'fastify' {
  interface FastifyRequest {
    /** The form's file on disk, without a row yet. */
    received?: StoredFile | undefined;
  }
}

/** Buffer of each upload; hundreds may come at once. */
const BUFFER_BYTES = 16 * 1024;
const LIMITS = { fields: 24, parts: 30, fieldNameSize: 100, fieldSize: 24 * 1024, fileSize: UPLOAD_LIMIT_BYTES };

interface Received {
  fields: Record<string, string>;
  file: StoredFile | undefined;
  /** Why the form is refused, if so. */
  problem: unknown;
}

interface ReceiveOptions {
  /** Whether a field may hold the file. */
  takesFile(field: string): boolean;
  /** Called before a file is read. @throws RefusedError when the limit is reached */
  allowFile?(): Promise<void>;
  /** True: an empty file counts as none, even with a name. */
  isEmptyNone?: boolean;
}

/**
 * Reads a whole form, with its one file to disk. After a problem the rest is still read, to return the typed values.
 */
export function formReceiver(uploads: UploadStore, { takesFile, allowFile, isEmptyNone = false }: ReceiveOptions) {
  const take = async (received: Received, part: MultipartFile, group: string, signal: AbortSignal): Promise<void> => {
    const wanted = takesFile(part.fieldname) && !received.problem && !received.file;
    if (!wanted) {
      const refuse = () => {
        received.problem ??= new RefusedError(422, 'Please choose one file only.');
      };
      if (part.filename && !isEmptyNone) refuse();
      // An empty part is no file.
      part.file.once('data', refuse).resume();
      return;
    }
    try {
      if (part.filename) await allowFile?.();
      await requireSpace(uploads.incoming);
    } catch (error) {
      // An unread part would block the rest of the form.
      part.file.resume();
      throw error;
    }
    // The store removes a file whose stream fails.
    const stop = () => part.file.destroy(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    received.file = await uploads
      .receive(part.file, part.filename ?? '', { group, isEmptyNone: isEmptyNone || !part.filename })
      .finally(() => signal.removeEventListener('abort', stop));
  };

  /** @param signal aborts a form that is too slow; its reason becomes the problem, and a complete file is still reported */
  return async (request: FastifyRequest, signal: AbortSignal): Promise<Received> => {
    const received: Received = { fields: {}, file: undefined, problem: undefined };
    const parts = formParts(request);
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    ended.catch(() => undefined);
    try {
      for (;;) {
        // A slow form may never reach its next part.
        const { value: part, done } = await Promise.race([parts.next(), ended]);
        if (done) break;
        if (part.type === 'file')
          await take(received, part, groupOf(request.ip), signal).catch(
            (error) => (received.problem ??= notNow(cutOff(error))),
          );
        // A file without a name is read as text.
        else if (takesFile(part.fieldname) && part.mimetype !== 'text/plain' && part.value)
          received.problem ??= new RefusedError(
            422,
            'This file came without a name. Please name it, and choose it again.',
          );
        else if (part.valueTruncated || part.fieldnameTruncated)
          received.problem ??= new RefusedError(413, 'A field of this form is too long.');
        else received.fields[part.fieldname] = String(part.value);
      }
    } catch (error) {
      received.problem ??= error;
    }
    if (signal.aborted) {
      received.problem = signal.reason;
      request.raw.unpipe();
      request.raw.resume();
    }
    return received;
  };
}

const NOT_WHOLE = 'This form did not arrive whole. Please send it again.';
const CUT_OFF = /unexpected end of (multipart|form)/i;

/** Converts the parser's plain error for a truncated form into a refusal. */
const cutOff = (error: unknown): unknown =>
  error instanceof Error && CUT_OFF.test(error.message) ? new RefusedError(400, NOT_WHOLE) : error;

/**
 * Yields the parts of a multipart form.
 * @throws RefusedError 400 or 413 when the form itself is malformed, for which the parser throws plain errors
 */
async function* formParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: LIMITS, fileHwm: BUFFER_BYTES });
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode === 413 ? 413 : 400;
    throw new RefusedError(status, NOT_WHOLE);
  } finally {
    // A stopped parser leaves the rest unread, which would block the next request on this connection.
    request.raw.resume();
  }
}

/** Returns the common options of routes that accept a form with a file. */
export const fileRoute = (uploads: UploadStore) => {
  const discard = async ({ received }: FastifyRequest): Promise<void> => {
    if (received) await uploads.discard(received.storedName);
  };
  const hooks: Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing' | 'onError'> = {
    bodyLimit: LARGEST_BODY,
    // Refused before the body is read, so that it cannot fill the disk.
    preParsing: async ({ headers }, _reply, payload) => {
      if (Number(headers['content-length'] ?? 0) > LARGEST_BODY) throw new RefusedError(413, TOO_LARGE);
      return payload;
    },
    onError: async (request, reply, error) => {
      if (!(error instanceof RefusedError)) return;
      // The rest of a slow body is not read.
      if (error.status === 408) reply.header('connection', 'close');
      // After other failures the row may exist all the same; the next start's sweep decides.
      await discard(request);
    },
  };
  return { discard, hooks };
};

/** Returns a file's problem as an error for the visitor. */
export const problemOfFile = (problem: unknown): unknown =>
  problem instanceof RefusedError
    ? Object.assign(new InvalidFormError([{ field: 'file', message: problem.message }], problem.status), {
        cause: problem.cause,
      })
    : problem;

/** Error codes of a full, read-only, broken or missing disk. */
const DISK = /^(ENOSPC|EDQUOT|EROFS|EIO|ENOENT|EACCES|EMFILE|ENFILE)$/;

/** Converts a storage failure into a refusal that suggests the form without a file. The log has the cause. */
const notNow = (error: unknown): unknown => {
  if (!(error instanceof StorageAwayError || DISK.test(String((error as NodeJS.ErrnoException).code)))) return error;
  const words = 'We cannot take files at this moment. Please send the form without a file, or try again in a minute.';
  return Object.assign(new RefusedError(503, words, 60), { cause: error });
};

/** Space reserved on the disk for the database; a quarter of a small disk. */
const DISK_RESERVE_BYTES = 512 * 1024 * 1024;

/**
 * Refuses files well before the disk is full, so that the database can still store forms without a file.
 * @throws RefusedError 507 with a sentence for the visitor
 */
async function requireSpace(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize > Math.min(DISK_RESERVE_BYTES, (blocks * bsize) / 4)) return;
  throw new RefusedError(
    507,
    'We cannot take files at this moment. Please send the form without a file, or write to us by email.',
    600,
  );
}

/** Largest form with its file, in bytes. */
const LARGEST_BODY = UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES;

/** Returns a body's bytes; one of unknown size counts as the largest. */
export const bodyBytes = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? LARGEST_BODY);
