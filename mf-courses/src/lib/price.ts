import type { Offer } from '../content/courses';

/** Rupees as India writes them: 1,00,000. */
const groupDigits = (rupees: number): string => new Intl.NumberFormat('en-IN').format(rupees);

/** `₹50,000 + GST`, `₹2,00,000`. */
export const priceOf = ({ plusTax, priceInRupees }: Pick<Offer, 'plusTax' | 'priceInRupees'>): string =>
  `₹${groupDigits(priceInRupees)}${plusTax ? ' + GST' : ''}`;

/** What the provider charges: paise. */
export const amountOf = ({ priceInRupees }: Pick<Offer, 'priceInRupees'>): number => priceInRupees * 100;
