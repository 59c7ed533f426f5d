import { parseArgs } from 'node:util';
import { type Lead, leadRecord } from '../../enquiries/leads/lead';
import { allLeads } from '../../enquiries/leads/leads';
import type { Command } from '../support/command';
import { jsonArrayPrinter } from '../support/json';
import { FILTER_OPTIONS, readFilter } from '../support/lead-filter';
import { heading, table } from '../support/table';
import { rowOf } from './row';

/** What came in, oldest first, with the state of each mail. */
export const listLeads: Command = {
  usage: '[--form home|modal|contact|studio] [--since 2026-11-01|7d] [--json]   what came in',
  run: async ({ database, args, print, remark }) => {
    const { values } = parseArgs({ args, options: { ...FILTER_OPTIONS, json: { type: 'boolean' } } });
    const json = jsonArrayPrinter(print);
    const failed: Lead[] = [];
    const rows: string[][] = [];
    for await (const batch of allLeads(database.db, readFilter(values))) {
      for (const lead of batch) {
        if (values.json) json.add(leadRecord(lead));
        else rows.push(rowOf(lead));
        if (lead.mail_status === 'failed') failed.push(lead);
      }
    }
    if (values.json) json.end();
    else
      print(
        rows.length > 0
          ? table(['id', heading('received'), 'form', 'looks', 'name', 'e-mail', 'mail', 'files'], rows)
          : 'No leads.',
      );
    if (failed.length > 0) {
      remark(
        `\n${failed.length} ${failed.length === 1 ? 'mail was' : 'mails were'} not taken by the mail server for a day and will not be tried again:\n`,
      );
      for (const lead of failed) remark(`  ${lead.id.slice(0, 8)}  ${lead.mail_error ?? ''}\n`);
    }
  },
};
