import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database';
import { files } from '../db/schema';
import type { Outgoing } from '../mail/outgoing';
import type { StoredFile } from '../uploads/stored-file';
import { queueMail } from './queue-mail';
import type { Submission } from './row';
import { saveEnquiry } from './save';

const describe = ({ originalName, mediaType, bytes }: StoredFile): string =>
  `${originalName} (${mediaType}, ${Math.ceil(bytes / 1024)} kB)`;

/**
 * Keeps an inspiration with its file and queues its mail: all or nothing.
 * @returns false when it had been kept before, so that the file at hand is one too many
 */
export async function saveInspiration(
  db: Db,
  outgoing: Outgoing,
  submission: Submission<'studio'>,
  file: StoredFile | undefined,
): Promise<boolean> {
  const fresh = await db.transaction(async (tx) => {
    const enquiryId = await saveEnquiry(tx, submission);
    if (enquiryId && file) {
      const { storedName, originalName, mediaType, bytes } = file;
      await tx.insert(files).values({ id: randomUUID(), enquiryId, storedName, originalName, mediaType, bytes });
    }
    await queueMail(outgoing, tx, submission, file ? { file: describe(file) } : {});
    return enquiryId !== undefined;
  });
  outgoing.wake();
  return fresh;
}
