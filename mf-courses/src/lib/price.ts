import type { Offer } from '../content/courses';
import { enrolment } from '../content/enrolment';

type Priced = Pick<Offer, 'plusTax' | 'priceInRupees' | 'status'>;

/** Rupees as India writes them: 1,00,000. */
const groupDigits = (rupees: number): string => new Intl.NumberFormat('en-IN').format(rupees);

/** `₹50,000 + GST`, `₹2,00,000`; or why there is no price to pay. */
export const priceOf = ({ plusTax, priceInRupees, status = 'open' }: Priced): string =>
  status === 'open' ? `₹${groupDigits(priceInRupees)}${plusTax ? ' + GST' : ''}` : enrolment.withoutPrice[status];

/** What is charged, as a sentence: tax that is invoiced apart is named. */
export const chargeOf = ({ plusTax, priceInRupees }: Priced): string =>
  enrolment.charge[plusTax ? 'plusTax' : 'whole'].replace('{sum}', `₹${groupDigits(priceInRupees)}`);

/** When the course is held next, or how visitors hear of it. */
export const datesOf = ({ nextDates }: Pick<Offer, 'nextDates'>): string =>
  nextDates ? enrolment.dates.known.replace('{dates}', nextDates) : enrolment.dates.unset;

/** What the provider charges: paise. */
export const amountOf = ({ priceInRupees }: Pick<Offer, 'priceInRupees'>): number => priceInRupees * 100;
