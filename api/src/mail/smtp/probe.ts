import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { MailMessage } from '../../db/tables/schema';
import type { MailOwner } from '../../settings/company';
import { spokenTime } from '../../support/site-zone';

/** A mail to the owner that says nothing but that mail works. */
export const probeMessage = (owner: Pick<MailOwner, 'name'>, at = new Date()): MailMessage => ({
  subject: `Mail works: ${owner.name}`,
  text: `${hostname()} sent this on ${spokenTime(at)} to try its mail settings. Enquiries and receipts go the same way.\n`,
});

/** The probe as a mail for the queue: one for each start that asks for it. */
export const startProbe = (owner: MailOwner) => ({
  key: `probe:${randomUUID()}`,
  email: owner.email,
  content: { message: probeMessage(owner) },
});
