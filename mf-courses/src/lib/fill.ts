import type { Company } from 'contracts/config';

const VALUE_OF: Record<string, (company: Company) => string> = {
  name: (company) => company.name,
  since: (company) => String(company.since),
};

/** Puts the company's details into a text of the content: `{name}`, `{since}`. Another word stays as it is. */
export function fill(text: string, company: Company): string {
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => VALUE_OF[word]?.(company) ?? whole);
}
