import type { Company } from './config';

/** `tel:` and chat addresses from numbers as people write them. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
export const chatHref = (digits: string): string => `https://wa.me/${digits}`;

const VALUE_OF: Record<string, (company: Company) => string> = {
  name: (company) => company.name,
  furnishings: (company) => company.furnishingsLine,
  group: (company) => company.parentGroup,
  since: (company) => String(company.since),
};

/**
 * Puts the company's details into a text of the content: `{name}`, `{furnishings}`, `{group}`, `{since}`.
 * The owner changes them in one place, and no page says otherwise. A word that is none of these stays as it is.
 */
export function fill(text: string, company: Company): string {
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => VALUE_OF[word]?.(company) ?? whole);
}
