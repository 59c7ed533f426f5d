import type { Company } from './config';

/** Returns the `tel:` address of a number as people write it, without its extension: phones would dial that as further digits. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[,#a-z].*|[^\d+]/gi, '')}`;
export const chatHref = (digits: string): string => `https://wa.me/${digits}`;

const VALUE_OF: Record<string, (company: Company) => string> = {
  name: (company) => company.name,
  furnishings: (company) => company.furnishingsLine,
  group: (company) => company.parentGroup,
  since: (company) => String(company.since),
};

/**
 * Fills the company's details into a text of the content: `{name}`, `{furnishings}`, `{group}`, `{since}`.
 * The owner changes them in one place for all pages. Other words in braces stay as they are.
 */
export function fill(text: string, company: Company): string {
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => VALUE_OF[word]?.(company) ?? whole);
}
