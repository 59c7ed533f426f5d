import { parseArgs } from 'node:util';
import { leadRecord } from '../../enquiries/leads/lead';
import { findLeads } from '../../enquiries/leads/leads';
import { StartError } from '../../errors';
import { spokenTime } from '../../support/site-zone';
import type { Command } from '../support/command';

/** One lead in full; the beginning of its id is enough. */
export const showLead: Command = {
  usage: 'ID [--json]   one lead in full',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const id = positionals[0];
    if (!id) throw new StartError('Which lead? Give its id, or the beginning of it.');
    const found = await findLeads(database.db, { id: id.toLowerCase() }, 2);
    const lead = found[0];
    if (!lead) throw new StartError(`There is no lead ${id}.`);
    if (found.length > 1) throw new StartError(`Several leads begin with ${id}; give more of the id.`);
    if (values.json) {
      print(JSON.stringify(leadRecord(lead)));
      return;
    }
    const lines: [string, unknown][] = [
      ['id', lead.id],
      ['received', spokenTime(lead.created_at)],
      ['form', lead.form],
      ['looks', lead.signals.length > 0 ? `${lead.status} (${lead.signals.join(', ')})` : undefined],
      ['name', lead.name],
      ['e-mail', lead.email],
      ['phone', lead.phone],
      ['subject', lead.subject],
      ['files', lead.files || undefined],
      [
        'mail',
        lead.mail_status
          ? `${lead.mail_status}, ${lead.mail_attempts} attempts${lead.mail_error ? `, ${lead.mail_error}` : ''}`
          : 'none of ours',
      ],
      ['saved', lead.saved ? undefined : 'no: only the mail arrived'],
    ];
    for (const [label, value] of lines) if (value) print(`${label.padEnd(9)} ${String(value)}`);
    if (lead.message) print(`\n${lead.message}`);
  },
};
