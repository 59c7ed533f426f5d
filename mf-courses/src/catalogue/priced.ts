import type { Offer } from '../content/courses';
import type { Catalogue } from './load-catalogue';

/** An offer as the catalogue has it now. */
export const priced = (offer: Offer, catalogue: Catalogue): Offer => {
  if (catalogue.kind === 'none') return offer;
  const entry = catalogue.kind === 'known' && catalogue.entries.find(({ variant }) => variant === offer.variant);
  // Not shown, and held against the catalogue by the API before anything is paid.
  if (!entry) return { ...offer, status: 'unknown' };
  const { price_in_rupees: priceInRupees, plus_tax: plusTax, next_dates: nextDates, status, place } = entry;
  return { ...offer, priceInRupees, plusTax, status, place, nextDates };
};
