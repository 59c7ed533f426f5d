import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { allLeads, countLeads } from '../../enquiries/leads/leads';
import { StartError } from '../../errors';
import type { Command } from '../support/command';
import { FILTER_OPTIONS, readFilter } from '../support/lead-filter';
import { LEADS_CSV_HEAD, leadCsv } from './spreadsheet';

/** All leads as CSV, streamed; to stdout, or to a file that only its owner can read. */
export const exportLeads: Command = {
  usage: '--csv [--form F] [--since S] [--out FILE]   for a spreadsheet',
  run: async ({ database, args, stdout, watched, remark, resolve }) => {
    const options = { ...FILTER_OPTIONS, csv: { type: 'boolean' }, out: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    if (!values.csv) throw new StartError('Say --csv: it is the only format.');
    const filter = readFilter(values);
    const total = await countLeads(database.db, filter);

    const lines = async function* () {
      let done = 0;
      yield LEADS_CSV_HEAD;
      for await (const batch of allLeads(database.db, filter)) {
        yield batch.map(leadCsv).join('');
        done += batch.length;
        if (watched || total > 10_000) remark(`\r${done} of ${total} leads`);
      }
      remark(`${watched || total > 10_000 ? '\r' : ''}${done} of ${total} leads exported.\n`);
    };
    if (values.out) await pipeline(lines, createWriteStream(resolve(values.out), { mode: 0o600 }));
    else await pipeline(lines, stdout, { end: false });
  },
};
