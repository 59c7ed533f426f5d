import { parseArgs } from 'node:util';
import { allLeads, type Lead, leadRecord } from '../enquiries/leads';
import { minute, table } from './support/format';
import { jsonArrayPrinter } from './support/json';
import { FILTER_OPTIONS, readFilter } from './support/lead-filter';
import type { Command } from './support/run';

const MAIL: Readonly<Record<string, string>> = { queued: 'waiting', sent: 'sent', failed: 'FAILED' };

const rowOf = (lead: Lead): string[] => [
  lead.id.slice(0, 8),
  minute(lead.created_at),
  lead.form,
  lead.status === 'suspect' ? 'SUSPECT' : '',
  lead.name.slice(0, 30),
  lead.email.slice(0, 40),
  (lead.saved ? '' : 'mail only, ') + (MAIL[lead.mail_status ?? ''] ?? '-'),
  lead.files > 0 ? String(lead.files) : '',
];

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
          ? table(['id', 'received (UTC)', 'form', 'looks', 'name', 'e-mail', 'mail', 'files'], rows)
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
