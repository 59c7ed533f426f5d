import type { MailMessage } from '../../db/tables/schema';
import { money } from '../../support/rupees';
import { courseOf, lines } from './mail-facts';
import type { Occasion, Occurrence } from './occurrence';

/** For the owner: the subject, and what to do about it. */
const FOR_OWNER: Readonly<Record<Occasion, readonly [subject: string, advice: string]>> = {
  paid: ['Paid', 'The money has been captured.'],
  buyer_known: ['Who paid is known now', 'The enrolment arrived after the payment.'],
  failed: ['Payment failed', 'The buyer may try again by themselves; a call may help.'],
  abandoned: ['Enrolment abandoned', 'No payment has arrived for this enrolment within 30 minutes. A call may help.'],
  partly_refunded: ['Refunded in part', 'The provider has paid this part back.'],
  refunded: ['Refunded', 'The provider has paid the money back.'],
  refund_failed: [
    'A refund failed',
    'The provider could not pay the money back. Make the refund again in its dashboard, or pay the buyer by another way.',
  ],
  disputed: [
    'Payment disputed',
    "The buyer's bank asks for the money back. Answer in the provider's dashboard in time.",
  ],
  action_required: [
    'A dispute needs your answer',
    "The buyer's bank wants evidence. Hand it in in the provider's dashboard in time.",
  ],
  dispute_won: ['Dispute won', 'The money stays with you.'],
  dispute_closed: ['Dispute closed', "The buyer's bank has closed it. See the provider's dashboard for how."],
  charged_back: ['Dispute lost', "The buyer's bank has taken the money back."],
};

/** What the buyer is sent at the same moment; said only where there is somebody to send it to. */
const BUYER_GETS: Readonly<Partial<Record<Occasion, string>>> = {
  paid: 'A receipt goes to',
  buyer_known: 'A receipt goes to',
  partly_refunded: 'A mail about it goes to',
  refunded: 'A mail about it goes to',
};

/** Where the office shows it. */
const placeOf = ({ orderId, enrolment }: Occurrence): string | undefined => {
  if (orderId) return `/orders/${orderId}`;
  return enrolment && `/enrolments/${enrolment.id}`;
};

/** The mail that the owner gets. @param officeOrigin empty where there is no office */
export function ownerMail(what: Occurrence, officeOrigin = ''): MailMessage {
  const { occasion, enrolment, amount, part, refunded } = what;
  const [title, advice] = FOR_OWNER[occasion];
  const sum = (hundredths: number) => money(hundredths, what.currency);
  const facts = lines([
    ['Course', courseOf(enrolment)],
    ['Name', enrolment?.name],
    ['Email', enrolment?.email],
    ['Phone', enrolment?.phone],
    ['Amount', sum(amount)],
    ['About', part !== undefined && part !== refunded ? sum(part) : undefined],
    ['Refunded', refunded > 0 ? sum(refunded) : undefined],
    ['Payment id', what.paymentId],
    ['Receipt', what.receipt],
    ['Why', what.reason],
    ['Enrolment', enrolment?.id],
  ]);
  const place = officeOrigin && placeOf(what);
  const unknown = enrolment ? '' : 'Who paid is not known here: look for the payment id in the provider’s dashboard.\n';
  const gets = BUYER_GETS[occasion];
  const sent = enrolment && gets ? ` ${gets} ${enrolment.email}.` : '';
  const about = enrolment ? `${courseOf(enrolment)}, ${enrolment.name}` : `${sum(amount)}, ${what.paymentId ?? '-'}`;
  return {
    subject: `${title}: ${about}`,
    text: `${facts}\n\n${unknown}${advice}${sent}\n${place ? `\nOpen it: ${officeOrigin}${place}\n` : ''}`,
    ...(enrolment && { replyTo: enrolment.email }),
  };
}
