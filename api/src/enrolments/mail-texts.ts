import { COURSE_CATALOGUE } from 'contracts/orders';
import type { MailOwner } from '../company';
import type { MailMessage } from '../db/schema';
import { rupees } from '../support/rupees';
import type { Enrolment } from './save';

/** What the owner is told of. `paid` and the refunds are told to the buyer, too. */
export type Occasion =
  | 'paid'
  | 'failed'
  | 'abandoned'
  | 'partly_refunded'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'charged_back';

/** What a mail about money says. Amounts are paise. */
export interface Occurrence {
  occasion: Occasion;
  enrolment: Enrolment | undefined;
  amount: number;
  refunded: number;
  receipt?: string | undefined;
  paymentId?: string | undefined;
  /** Why the payment failed, in the provider's words. */
  reason?: string | undefined;
  at: Date;
}

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

const day = (moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(moment);

const lines = (rows: readonly (readonly [string, string | undefined])[]): string =>
  rows.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n');

const courseOf = (enrolment: Enrolment | undefined): string | undefined =>
  enrolment && COURSE_CATALOGUE[enrolment.course].label;

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

const FOR_BUYER = {
  paid: ['Receipt for your course', 'Thank you for enrolling. We have received your payment.'],
  partly_refunded: ['Part of your payment is refunded', 'A part of your payment has been refunded.'],
  refunded: ['Your payment is refunded', 'Your payment has been refunded.'],
} as const;

export const isForBuyer = (occasion: Occasion): occasion is keyof typeof FOR_BUYER => occasion in FOR_BUYER;

/** The receipt that the buyer gets. */
export function buyerMail(what: Occurrence, enrolment: Enrolment, owner: MailOwner): MailMessage | undefined {
  const { occasion, amount, refunded } = what;
  if (!isForBuyer(occasion)) return undefined;
  const [subject, opening] = FOR_BUYER[occasion];
  const facts = lines([
    ['Course', courseOf(enrolment)],
    ['Amount', rupees(amount)],
    ['Refunded', refunded > 0 ? rupees(refunded) : undefined],
    ['Payment id', what.paymentId],
    ['Receipt', what.receipt],
    ['Date', day(what.at)],
  ]);
  const tax = COURSE_CATALOGUE[enrolment.course].plusTax ? 'GST is invoiced separately.\n\n' : '';
  const money = occasion === 'paid' ? '' : 'Your bank may take five to seven working days to show it.\n\n';
  const from = [owner.name, ...owner.address.filter((line) => line !== owner.name), ...owner.phones, owner.email];
  return {
    to: enrolment.email,
    replyTo: owner.email,
    subject: `${subject}: ${courseOf(enrolment)}, ${owner.name}`,
    text: `Dear ${enrolment.name},\n\n${opening}\n\n${facts}\n\n${tax}${money}${from.join('\n')}\n`,
  };
}
