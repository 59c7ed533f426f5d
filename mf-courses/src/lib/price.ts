import { spell, spellPrice } from 'api-wire/money';
import type { Company } from 'site/config';
import type { Offer } from '../content/courses';
import { enrolment } from '../content/enrolment';

type Priced = Pick<Offer, 'plusTax' | 'price' | 'status'>;

/** The price, such as `₹50,000 + GST` or `₹2,00,000`; or the reason why the course cannot be bought. */
export const priceOf = ({ status = 'open', ...offer }: Priced): string =>
  status === 'open' ? spellPrice(offer) : enrolment.withoutPrice[status];

/** The charge as a sentence, with as much about the tax as the owner has set. */
export const chargeOf = ({ plusTax, price }: Priced, gst: Company['gst'] = {}): string => {
  const tax = gst.rate ? enrolment.gst.known.replace('{rate}', String(gst.rate)) : enrolment.gst.unset;
  const sentence = enrolment.charge[plusTax ? 'plusTax' : gst.included ? 'included' : 'whole'];
  return sentence.replace('{sum}', spell(price)).replace('{gst}', tax);
};

/** The text about dates where the owner has set no place. `placeToo`: the place is still to be agreed. */
const DATES = { online: 'unset', offline: 'placeToo', 'only-offline': 'unset' } as const;

/** The next dates, or how visitors will hear of them. */
export const datesOf = ({ variant, place, nextDates }: Pick<Offer, 'variant' | 'place' | 'nextDates'>): string => {
  if (nextDates) return enrolment.dates.known.replace('{dates}', nextDates);
  return enrolment.dates[place ? 'unset' : DATES[variant]];
};
