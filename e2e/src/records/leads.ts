import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsOf, runAsOwner } from './owner';

/** An enquiry as `npm run api -- leads list --json` prints it; the fields that tests read. */
export interface Lead {
  form: string;
  name: string;
  email: string;
  phone: string | null;
  subject: string | null;
  message: string | null;
  status: 'new' | 'answered' | 'won' | 'lost' | 'spam';
  /** False when only the mail arrived. */
  saved: boolean;
  files: number;
}

/** A file that a visitor sent. */
export interface LeadFile {
  /** File name on the visitor's system. */
  name: string;
  /** Media type, detected from the content. */
  type: string;
  /** Path of the stored file. */
  path: string;
}

const MAIL_TIMEOUT_MS = 15_000;

/** Data folder of the site under test. */
function dataDir(): string {
  const { SITE_DATA } = process.env;
  if (!SITE_DATA) throw new Error('Name the data folder of the site under test in SITE_DATA.');
  return SITE_DATA;
}

/** Returns an e-mail address that no other test uses, so that each test finds its own enquiries. */
export const newEmail = (): string => `visitor-${randomUUID().slice(0, 8)}@example.com`;

/** Returns all enquiries from an e-mail address, read with the owner's command line. */
export const leadsOf = async (email: string): Promise<Lead[]> =>
  (JSON.parse(await runAsOwner('leads', 'list', '--json')) as Lead[]).filter((lead) => lead.email === email);

/** Returns the files that came from an e-mail address. */
export const filesOf = async (email: string): Promise<LeadFile[]> => {
  const query =
    'select f.original_name as name, f.media_type as type, f.stored_name as stored from files f join enquiries e on e.id = f.enquiry_id where e.email = $1';
  const rows = await rowsOf<Omit<LeadFile, 'path'> & { stored: string }>(query, email);
  return rows.map(({ stored, ...file }) => ({ ...file, path: join(dataDir(), 'uploads', stored) }));
};

async function mailsIn(outbox: string, email: string): Promise<string[]> {
  const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`Reply-To: ${email}\r\n`));
}

/**
 * Waits for mails from an address. A submission's mail is queued once or never, so the mails that lie there with the
 * first one are all.
 * @throws AbortError when none arrives within 15 s
 */
export async function mailsOf(email: string): Promise<string[]> {
  const outbox = join(dataDir(), 'outbox');
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const found = new AbortController();
  const signal = AbortSignal.any([found.signal, AbortSignal.timeout(MAIL_TIMEOUT_MS)]);
  const changes = watch(outbox, { signal })[Symbol.asyncIterator]();
  for (;;) {
    // The watch starts before the read, so that no mail in between is missed.
    const change = changes.next();
    const mails = await mailsIn(outbox, email);
    if (mails.length > 0) {
      found.abort();
      await change.catch(() => undefined);
      return mails;
    }
    await change;
  }
}
