import { spell, spellPrice } from 'api-wire/money';
import type { Company } from 'site/config';
import type { Offer } from '../content/courses';
import { enrolment } from '../content/enrolment';

type Priced = Pick<Offer, 'plusTax' | 'price' | 'status'>;

/** `₹50,000 + GST`, `₹2,00,000`; or why there is no price to pay. */
export const priceOf = ({ status = 'open', ...offer }: Priced): string =>
  status === 'open' ? spellPrice(offer) : enrolment.withoutPrice[status];

/** What is charged, as a sentence: of tax it says what the owner has said. */
export const chargeOf = ({ plusTax, price }: Priced, gst: Company['gst'] = {}): string => {
  const tax = gst.rate ? enrolment.gst.known.replace('{rate}', String(gst.rate)) : enrolment.gst.unset;
  const sentence = enrolment.charge[plusTax ? 'plusTax' : gst.included ? 'included' : 'whole'];
  return sentence.replace('{sum}', spell(price)).replace('{gst}', tax);
};

/** Those whose place is yet to be agreed, where the owner has set none. */
const DATES = { online: 'unset', offline: 'placeToo', 'only-offline': 'unset' } as const;

/** When the course is held next, or how visitors hear of it. */
export const datesOf = ({ variant, place, nextDates }: Pick<Offer, 'variant' | 'place' | 'nextDates'>): string => {
  if (nextDates) return enrolment.dates.known.replace('{dates}', nextDates);
  return enrolment.dates[place ? 'unset' : DATES[variant]];
};
