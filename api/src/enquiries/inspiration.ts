import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database';
import { files } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import type { StoredFile } from '../uploads/store';
import { queueMail } from './queue-mail';
import type { Submission } from './row';
import { saveEnquiry } from './save';

const describe = ({ originalName, mediaType, bytes }: StoredFile): string =>
  `${originalName} (${mediaType}, ${Math.ceil(bytes / 1024)} kB)`;

/** Where the owner gets the file of an enquiry: in the office, or else by a command on the server. */
const placeOf = (officeOrigin: string, enquiryId: string): string =>
  officeOrigin
    ? `${officeOrigin}/enquiries/${enquiryId}`
    : `npm run api -- leads show ${enquiryId.slice(0, 8)} --files FOLDER   (on the server: it copies the file into the folder)`;

/**
 * Keeps an inspiration with its file and queues its mail: all or nothing.
 * @returns false when it had been kept before, so that the file at hand is one too many
 */
export async function saveInspiration(
  db: Db,
  outgoing: Outgoing,
  submission: Submission<'studio'>,
  file: StoredFile | undefined,
  officeOrigin: string,
): Promise<boolean> {
  const fresh = await db.transaction(async (tx) => {
    const enquiryId = await saveEnquiry(tx, submission);
    if (enquiryId && file) {
      const { storedName, originalName, mediaType, bytes } = file;
      await tx.insert(files).values({ id: randomUUID(), enquiryId, storedName, originalName, mediaType, bytes });
    }
    const about = file && enquiryId ? { file: describe(file), file_at: placeOf(officeOrigin, enquiryId) } : {};
    await queueMail(outgoing, tx, submission, about);
    return enquiryId !== undefined;
  });
  outgoing.wake();
  return fresh;
}
