import type { MailMessage } from '../../db/tables/schema';
import type { MailOwner } from '../../settings/company';
import { money } from '../../support/rupees';
import { siteZone } from '../../support/site-zone';
import type { Enrolment } from '../save';
import { courseOf, lines } from './mail-facts';
import type { Occasion, Occurrence } from './occurrence';

const day = (moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: siteZone() }).format(moment);

const FOR_BUYER = {
  paid: ['Receipt for your course', 'Thank you for enrolling. We have received your payment.'],
  buyer_known: ['Receipt for your course', 'Thank you for enrolling. We have received your payment.'],
  partly_refunded: ['Part of your payment is refunded', 'A part of your payment has been refunded.'],
  refunded: ['Your payment is refunded', 'Your payment has been refunded.'],
} as const;

export const isForBuyer = (occasion: Occasion): occasion is keyof typeof FOR_BUYER => occasion in FOR_BUYER;

/** The receipt that the buyer gets. */
export function buyerMail(what: Occurrence, enrolment: Enrolment, owner: MailOwner): MailMessage | undefined {
  const { occasion, amount, part, refunded } = what;
  if (!isForBuyer(occasion)) return undefined;
  const [subject, opening] = FOR_BUYER[occasion];
  const sum = (hundredths: number) => money(hundredths, what.currency);
  const facts = lines([
    ['Course', courseOf(enrolment)],
    ['Amount', sum(amount)],
    ['This refund', part !== undefined && part !== refunded ? sum(part) : undefined],
    ['Refunded', refunded > 0 ? sum(refunded) : undefined],
    ['Payment id', what.paymentId],
    ['Receipt', what.receipt],
    ['Date', day(what.at)],
  ]);
  const tax = what.plusTax ? 'GST is invoiced separately.\n\n' : '';
  const wait = refunded === 0 ? '' : 'Your bank may take five to seven working days to show it.\n\n';
  const from = [owner.name, ...owner.address.filter((line) => line !== owner.name), ...owner.phones, owner.email];
  return {
    to: enrolment.email,
    replyTo: owner.email,
    subject: `${subject}: ${courseOf(enrolment)}, ${owner.name}`,
    text: `Dear ${enrolment.name},\n\n${opening}\n\n${facts}\n\n${tax}${wait}${from.join('\n')}\n`,
  };
}
