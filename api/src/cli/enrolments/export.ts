import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readEnrolments } from '../../enrolments/read';
import type { Command } from '../support/command';
import { enrolmentsCsv } from './spreadsheet';

/** All enrolments for a spreadsheet, amounts in rupees; to stdout, or to a file that only its owner can read. */
export const exportEnrolments: Command = {
  usage: '[--csv | --json] [--out FILE]   all of them, for a spreadsheet or a program',
  run: async ({ database, args, stdout, remark, resolve }) => {
    const options = { csv: { type: 'boolean' }, json: { type: 'boolean' }, out: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const rows = await readEnrolments(database.db);
    const text = values.json ? `${JSON.stringify(rows, null, 2)}\n` : enrolmentsCsv(rows);
    if (values.out) await writeFile(resolve(values.out), text, { mode: 0o600 });
    else stdout.write(text);
    remark(`${rows.length} enrolments exported.\n`);
  },
};
