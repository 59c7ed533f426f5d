import type { MailMessage } from '../db/schema';
import { rupees } from '../support/rupees';
import { courseOf, lines } from './mail-facts';
import type { Occasion, Occurrence } from './occurrence';

/** For the owner: the subject, and what to do about it. */
const FOR_OWNER: Readonly<Record<Occasion, readonly [subject: string, advice: string]>> = {
  paid: ['Paid', 'The money has been captured. A receipt has been sent to the buyer.'],
  failed: ['Payment failed', 'The buyer may try again by themselves; a call may help.'],
  abandoned: ['Enrolment abandoned', 'Nobody has paid within 30 minutes. A call may help.'],
  partly_refunded: ['Refunded in part', 'The buyer has been told.'],
  refunded: ['Refunded', 'The buyer has been told.'],
  refund_failed: ['A refund failed', 'The provider could not pay the money back. Look into its dashboard.'],
  disputed: [
    'Payment disputed',
    "The buyer's bank asks for the money back. Answer in the provider's dashboard in time.",
  ],
  charged_back: ['Dispute lost', "The buyer's bank has taken the money back."],
};

/** The mail that the owner gets. */
export function ownerMail(what: Occurrence): MailMessage {
  const { occasion, enrolment, amount, refunded } = what;
  const [title, advice] = FOR_OWNER[occasion];
  const facts = lines([
    ['Course', courseOf(enrolment)],
    ['Name', enrolment?.name],
    ['Email', enrolment?.email],
    ['Phone', enrolment?.phone],
    ['Amount', rupees(amount)],
    ['Refunded', refunded > 0 ? rupees(refunded) : undefined],
    ['Payment id', what.paymentId],
    ['Receipt', what.receipt],
    ['Why', what.reason],
    ['Enrolment', enrolment?.id],
  ]);
  const unknown = enrolment ? '' : 'Who paid is not known here: look for the payment id in the provider’s dashboard.\n';
  const about = enrolment ? `${courseOf(enrolment)}, ${enrolment.name}` : `${rupees(amount)}, ${what.paymentId ?? '-'}`;
  return {
    subject: `${title}: ${about}`,
    text: `${facts}\n\n${unknown}${advice}\n`,
    ...(enrolment && { replyTo: enrolment.email }),
  };
}
