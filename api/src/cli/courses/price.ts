import { parseArgs } from 'node:util';
import { changeCourse } from '../../catalogue/change';
import { priceInWords } from '../../catalogue/read';
import { StartError } from '../../errors';
import type { Command } from '../support/command';
import { authorOf } from './author';
import { readVariant } from './read-variant';

/** Amounts of orders are whole numbers of four bytes, in paise. */
const HIGHEST = 20_000_000;

const readPrice = (word: string | undefined): number => {
  const rupees = Number(word?.replace(/[,_]/g, ''));
  if (!word || !Number.isInteger(rupees) || rupees < 1 || rupees > HIGHEST)
    throw new StartError(`Which price? Give whole rupees without tax, such as 50000; "${word ?? ''}" is none.`);
  return rupees;
};

/** Changes the price of a course: pages show it within seconds, and orders ask for it from now on. */
export const setPrice: Command = {
  usage: 'COURSE RUPEES [--plus-tax yes|no] [--why "text"]   changes the price of a course, from now on',
  run: async ({ database, args, print }) => {
    const options = { 'plus-tax': { type: 'string' }, why: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [variant, priceInRupees] = [readVariant(positionals[0]), readPrice(positionals[1])];
    const tax = values['plus-tax'];
    if (tax !== undefined && tax !== 'yes' && tax !== 'no') throw new StartError('--plus-tax takes yes or no.');
    const patch = { priceInRupees, ...(tax && { plusTax: tax === 'yes' }) };
    const course = await changeCourse(database.db, variant, patch, authorOf(values.why));
    print(`The ${course.label} costs ${priceInWords(course)} now.`);
  },
};
