import { parseArgs } from 'node:util';
import { type Lead, leadRecord } from '../../enquiries/leads/lead';
import { allLeads } from '../../enquiries/leads/leads';
import type { Command } from '../support/command';
import { jsonArrayPrinter } from '../support/json';
import { FILTER_OPTIONS, readFilter } from '../support/lead-filter';
import { heading, table } from '../support/table';
import { rowOf } from './row';

/** Says of leads whose mail did not go out why, as the mail server has it. */
const remarkOn = (remark: (text: string) => void, leads: readonly Lead[], what: string): void => {
  if (leads.length === 0) return;
  remark(`\n${leads.length} ${leads.length === 1 ? 'mail was' : 'mails were'} ${what}\n`);
  for (const { id, mail_attempts: tries, mail_error: why } of leads)
    remark(`  ${id.slice(0, 8)}  ${tries} ${tries === 1 ? 'try' : 'tries'}: ${why ?? ''}\n`);
};

/** What came in, oldest first, with the state of each mail. */
export const listLeads: Command = {
  usage: '[--form home|modal|contact|studio] [--since 2026-11-01|7d] [--json]   what came in',
  run: async ({ database, args, print, remark }) => {
    const { values } = parseArgs({ args, options: { ...FILTER_OPTIONS, json: { type: 'boolean' } } });
    const json = jsonArrayPrinter(print);
    const [failed, refused, unserved]: [Lead[], Lead[], Lead[]] = [[], [], []];
    const rows: string[][] = [];
    for await (const batch of allLeads(database.db, readFilter(values))) {
      for (const lead of batch) {
        if (values.json) json.add(leadRecord(lead));
        else rows.push(rowOf(lead));
        if (lead.mail_status === 'failed') failed.push(lead);
        else if (lead.mail_status === 'queued' && lead.mail_fault)
          (lead.mail_fault === 'server' ? unserved : refused).push(lead);
      }
    }
    if (values.json) json.end();
    else
      print(
        rows.length > 0
          ? table(['id', heading('received'), 'form', 'looks', 'name', 'e-mail', 'mail', 'files'], rows)
          : 'No leads.',
      );
    remarkOn(remark, failed, 'given up and will not be tried again: npm run mails -- retry');
    remarkOn(remark, unserved, 'not taken by any mail server and will be tried again for 30 days: look at SMTP_URL');
    remarkOn(remark, refused, 'refused and will be tried again: mend MAIL_FROM, MAIL_TO or SMTP_URL');
  },
};
