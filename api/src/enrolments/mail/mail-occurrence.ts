import type { Queries } from '../../db/database';
import type { Outgoing } from '../../mail/queue/outgoing';
import type { MailOwner } from '../../settings/company';
import { buyerMail } from './buyer-mail';
import type { Occurrence } from './occurrence';
import { ownerMail } from './owner-mail';

/** What mailing needs. */
export interface Needed {
  outgoing: Pick<Outgoing, 'add'>;
  owner: MailOwner;
}

/** Queues the mails of an occurrence, each once for its key. */
export async function mailOccurrence(
  { outgoing, owner }: Needed,
  tx: Queries,
  what: Occurrence,
  key: string,
): Promise<void> {
  const email = what.enrolment?.email ?? owner.email;
  await outgoing.add(tx, { key: `${key}:owner`, email, content: { message: ownerMail(what, owner.officeOrigin) } });
  const receipt = what.enrolment && buyerMail(what, what.enrolment, owner);
  if (receipt) await outgoing.add(tx, { key: `${key}:buyer`, email, content: { message: receipt } });
}
