import type { Offer } from '../content/courses';

/** Courses whose price the tax comes on top of. */
const PLUS_TAX: Record<Offer['variant'], boolean> = { online: true, offline: true, 'only-offline': false };

/** Rupees as India writes them: 1,00,000. */
const groupDigits = (rupees: number): string => new Intl.NumberFormat('en-IN').format(rupees);

/** `₹50,000 + GST`, `₹2,00,000`. */
export const priceOf = ({ variant, priceInRupees }: Pick<Offer, 'variant' | 'priceInRupees'>): string =>
  `₹${groupDigits(priceInRupees)}${PLUS_TAX[variant] ? ' + GST' : ''}`;

/** What the provider charges: paise. */
export const amountOf = ({ priceInRupees }: Pick<Offer, 'priceInRupees'>): number => priceInRupees * 100;
