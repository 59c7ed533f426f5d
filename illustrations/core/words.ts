import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsSchema } from '@wholepage/contracts/site';
import { withFacts } from '@wholepage/remote-kit/content';
import { fill } from '../../site/contract/company-text';
import { type Company, companySchema } from '../../site/contract/config';

/** A detail's name and the fact about it. */
export interface Named {
  readonly name: string;
  readonly value: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));

/** Whose drawings these are. */
export const company: Company = companySchema.parse(read('site/company.json'));

/** A file of words that pages show as text, too; `file` is relative to the root of the repository. */
export const contentOf = <Content>(file: string): Content =>
  JSON.parse(
    JSON.stringify(withFacts(read(file), factsSchema.parse(read('site/facts.json')))),
    (_key, value: unknown) => (typeof value === 'string' ? fill(value, company) : value),
  ) as Content;

/** Words as the pen letters them: plain capitals. */
export const inCapitals = (text: string): string =>
  text
    .replaceAll('²', '2')
    .replaceAll('×', 'X')
    .normalize('NFD')
    .replace(/[\u0300-\u036f°]/g, '')
    .toUpperCase();

/** Two lines on a label. */
export type Lines = readonly [first: string, second: string];

/** What a sheet says about a garment or a product: the notes in the order of its page, the last of them about the cloth. */
export function lettered(notes: readonly Named[]): Lines[] {
  return notes.map(({ name, value }) => [inCapitals(name), inCapitals(value)] as const);
}
