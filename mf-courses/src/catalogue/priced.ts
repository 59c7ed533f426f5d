import type { Course, Offer } from '../content/courses';
import type { Catalogue } from './load-catalogue';

/** An offer as the catalogue has it now. */
export const priced = (offer: Offer, catalogue: Catalogue): Offer => {
  if (catalogue.kind === 'none') return offer;
  const entry = catalogue.kind === 'known' && catalogue.entries.find(({ variant }) => variant === offer.variant);
  // Not shown, and held against the catalogue by the API before anything is paid.
  if (!entry) return { ...offer, status: 'unknown' };
  const { amount, currency, plus_tax: plusTax, next_dates: nextDates, status, place } = entry;
  return { ...offer, price: { amount, currency }, plusTax, status, place, nextDates };
};

/** What is said of a course in short, at the place that the owner has set. */
export const factsOf = (facts: Course['facts'], { place }: Pick<Offer, 'place'>): Course['facts'] =>
  facts.map((fact) => (fact.term === 'Place' && place ? { ...fact, value: place } : fact));
