import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { allLeads, countLeads } from '../enquiries/leads';
import { StartError } from '../errors';
import { csvLine } from './support/format';
import { FILTER_OPTIONS, readFilter } from './support/lead-filter';
import type { Command } from './support/run';

const COLUMNS = ['id', 'received', 'form', 'name', 'email', 'phone', 'subject', 'message', 'mail', 'files', 'status'];
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

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
      yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}\r\n`;
      for await (const batch of allLeads(database.db, filter)) {
        yield batch
          .map((lead) => [
            lead.id,
            lead.created_at.toISOString(),
            lead.form,
            lead.name,
            lead.email,
            lead.phone,
            lead.subject,
            lead.message,
            lead.mail_status,
            lead.files,
            lead.status,
          ])
          .map((cells) => `${csvLine(cells)}\r\n`)
          .join('');
        done += batch.length;
        if (watched || total > 10_000) remark(`\r${done} of ${total} leads`);
      }
      remark(`${watched || total > 10_000 ? '\r' : ''}${done} of ${total} leads exported.\n`);
    };
    if (values.out) await pipeline(lines, createWriteStream(resolve(values.out), { mode: 0o600 }));
    else await pipeline(lines, stdout, { end: false });
  },
};
