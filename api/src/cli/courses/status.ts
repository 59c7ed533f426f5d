import { parseArgs } from 'node:util';
import { changeCourse } from '../../catalogue/change';
import { COURSE_STATUSES } from '../../db/tables/courses-schema';
import { StartError } from '../../errors';
import type { Command } from '../support/command';
import { authorOf } from './author';
import { readVariant } from './read-variant';

/** Says whether a course can be paid for. */
export const setStatus: Command = {
  usage: 'COURSE open|full|closed [--why "text"]   says whether a course can be paid for',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { why: { type: 'string' } } });
    const variant = readVariant(positionals[0]);
    const status = COURSE_STATUSES.find((one) => one === positionals[1]);
    if (!status) throw new StartError(`Which state? Give one of ${COURSE_STATUSES.join(', ')}.`);
    const course = await changeCourse(database.db, variant, { status }, authorOf(values.why));
    print(`The ${course.label} is ${course.status} now.`);
  },
};
