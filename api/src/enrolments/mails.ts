import { TIME_ZONE } from 'site/config';
import { type Money, spell } from '../../wire/money';
import { courseLabel } from '../../wire/orders';
import type { Queries } from '../db/database';
import type { MailMessage } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import type { MailOwner, OwnerSource } from '../mail/transport';
import type { DisputePhase } from '../orders/apply-updates';
import type { Sums } from '../orders/money';
import { spokenTime } from '../support/site-zone';
import type { Enrolment } from './save';

/** Occasions of mails to the owner. The buyer also gets `paid` and completed refunds. */
type Occasion =
  | 'paid'
  | 'buyer_known'
  | 'failed'
  | 'abandoned'
  | 'partly_refunded'
  | 'refunded'
  | 'refund_failed'
  | DisputePhase;

export interface Occurrence {
  occasion: Occasion;
  enrolment: Enrolment | undefined;
  /** Our id of the order; undefined where there is none yet. */
  orderId?: string | undefined;
  /** Amount of the order or payment. */
  amount: Money;
  /** Amount of the refund or dispute. */
  part?: Money | undefined;
  /** Sums of the order, or of a payment that does not match it. */
  money?: Sums | undefined;
  /** Sum of the payment's completed refunds. */
  returned?: Money | undefined;
  /** Tax comes on top of the price of the course. */
  plusTax?: boolean | undefined;
  receipt?: string | undefined;
  paymentId?: string | undefined;
  respondBy?: Date | undefined;
  /** Why the payment failed, in the provider's words; or what changed about the course since the order. */
  reason?: string | undefined;
  at: Date;
}

export interface Needed {
  outgoing: Pick<Outgoing, 'add'>;
  owner: OwnerSource;
}

/** Queues the mails of an occurrence, each once by its key. */
export async function mailOccurrence(
  { outgoing, owner: ownerOf }: Needed,
  tx: Queries,
  what: Occurrence,
  key: string,
): Promise<void> {
  const owner = await ownerOf(tx);
  const email = what.enrolment?.email ?? owner.email;
  await outgoing.add(tx, { key: `${key}:owner`, email, content: { message: ownerMail(what, owner.officeOrigin) } });
  const receipt = what.enrolment && buyerMail(what, what.enrolment, owner);
  if (receipt) await outgoing.add(tx, { key: `${key}:buyer`, email, content: { message: receipt } });
}

const day = (moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: TIME_ZONE }).format(moment);

const some = (money: Money | undefined): string | undefined => (money?.amount ? spell(money) : undefined);

/** Returns lines on what was captured, what of it moved, and what is left. */
const moneyLines = ({ amount, part, money, returned }: Occurrence, partLabel: string) => {
  const back = returned ?? money?.returned;
  const isMoved = money !== undefined && money.held.amount !== money.captured.amount;
  return [
    ['Amount', spell(amount)],
    ['Received', some(money?.captured)],
    [partLabel, part?.amount === amount.amount || part?.amount === back?.amount ? undefined : some(part)],
    ['Refunded', some(back)],
    ['Taken back by the bank', some(money?.lost)],
    ['Remains', isMoved ? spell(money.held) : undefined],
  ] as const;
};

/** Mails to the buyer: the subject, and their name in the owner's mail. */
const FOR_BUYER = {
  paid: ['Receipt for your course', 'receipt'],
  buyer_known: ['Receipt for your course', 'receipt'],
  partly_refunded: ['Part of your payment is refunded', 'mail about it'],
  refunded: ['Your payment is refunded', 'mail about it'],
} as const;

const isForBuyer = (occasion: Occasion): occasion is keyof typeof FOR_BUYER => occasion in FOR_BUYER;

/** Returns a receipt's first sentence. It never calls money received without naming what went back. */
const openingOf = ({ occasion, money }: Occurrence): string => {
  if (occasion === 'partly_refunded') return 'A part of your payment has been refunded.';
  if (occasion === 'refunded') return 'Your payment has been refunded.';
  const gone = [
    ...(money?.returned.amount ? [`${spell(money.returned)} of it has been refunded.`] : []),
    ...(money?.lost.amount ? [`Your bank has taken ${spell(money.lost)} of it back.`] : []),
  ];
  if (!money || gone.length === 0) return 'Thank you for enrolling. We have received your payment.';
  return [`We have received your payment of ${spell(money.captured)}.`, ...gone].join(' ');
};

export function buyerMail(what: Occurrence, enrolment: Enrolment, owner: MailOwner): MailMessage | undefined {
  const { occasion, money, returned } = what;
  if (!isForBuyer(occasion)) return undefined;
  const details = lines([
    ['Course', courseOf(enrolment)],
    ...moneyLines(what, 'This refund'),
    ['Payment id', what.paymentId],
    ['Receipt', what.receipt],
    ['Date', day(what.at)],
  ]);
  const tax = what.plusTax && isOfCapture(occasion) && money?.held.amount ? 'GST is invoiced separately.\n\n' : '';
  const wait = some(returned ?? money?.returned)
    ? 'The money goes back to where it came from. Your bank may take five to seven working days to show it.\n\n'
    : '';
  const from = [owner.name, ...owner.address.filter((line) => line !== owner.name), ...owner.phones, owner.email];
  return {
    to: enrolment.email,
    replyTo: owner.email,
    subject: `${FOR_BUYER[occasion][0]}: ${courseOf(enrolment)}, ${owner.name}`,
    text: `Dear ${enrolment.name},\n\n${openingOf(what)}\n\n${details}\n\n${tax}${wait}${from.join('\n')}\n`,
  };
}

/** Mails to the owner: the subject, and what to do. */
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

const placeOf = ({ orderId, enrolment }: Occurrence): string | undefined => {
  if (orderId) return `/orders/${orderId}`;
  return enrolment && `/enrolments/${enrolment.id}`;
};

/** Whether the money was captured, so that the buyer gets a receipt. */
const isOfCapture = (occasion: Occasion): boolean => occasion === 'paid' || occasion === 'buyer_known';

/** Returns the mail's title. A capture reported after its refund or dispute names both. */
const titleOf = ({ occasion, money }: Occurrence): string => {
  const [title] = FOR_OWNER[occasion];
  if (!isOfCapture(occasion)) return title;
  if (money?.lost.amount) return `${title}, and taken back by the bank`;
  if (!money?.returned.amount) return title;
  return `${title}, and refunded${money.held.amount > 0 ? ' in part' : ''}`;
};

/** Returns the owner's mail. @param officeOrigin empty where there is no office */
function ownerMail(what: Occurrence, officeOrigin: string): MailMessage {
  const { occasion, enrolment, amount, reason, respondBy } = what;
  const [, advice] = FOR_OWNER[occasion];
  const details = lines([
    ...linesOfBuyer(enrolment),
    ...moneyLines(what, 'About'),
    ['Payment id', what.paymentId],
    ['Receipt', what.receipt],
    ['Why', isOfCapture(occasion) ? undefined : reason],
    ['Answer by', respondBy && spokenTime(respondBy)],
    ['Enrolment', enrolment?.id],
  ]);
  const changed = isOfCapture(occasion) && reason ? ` ${reason} Refund the payment, or take it.` : '';
  const place = officeOrigin && placeOf(what);
  const unknown = enrolment ? '' : "Who paid is not known here: look for the payment id in the provider's dashboard.\n";
  const sent = enrolment && isForBuyer(occasion) ? ` A ${FOR_BUYER[occasion][1]} goes to ${enrolment.email}.` : '';
  const about = enrolment ? `${courseOf(enrolment)}, ${enrolment.name}` : `${spell(amount)}, ${what.paymentId ?? '-'}`;
  return {
    subject: `${titleOf(what)}${changed && ', but the course has changed'}: ${about}`,
    text: `${details}\n\n${unknown}${advice}${changed}${sent}\n${place ? `\nOpen it: ${officeOrigin}${place}\n` : ''}`,
    ...(enrolment && { replyTo: enrolment.email }),
  };
}

export const linesOfBuyer = (enrolment: Enrolment | undefined) =>
  [
    ['Course', courseOf(enrolment)],
    ['Name', enrolment?.name],
    ['Email', enrolment?.email],
    ['Phone', enrolment?.phone],
  ] as const;

/** Returns details as lines, without unknown ones. */
export const lines = (rows: readonly (readonly [string, string | undefined])[]): string =>
  rows.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n');

export const courseOf = (enrolment: Enrolment | undefined): string | undefined =>
  enrolment && courseLabel(enrolment.course, enrolment.format);
