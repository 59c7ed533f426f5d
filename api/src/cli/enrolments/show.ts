import { parseArgs } from 'node:util';
import { readEnrolments } from '../../enrolments/read';
import { StartError } from '../../errors';
import { rupees } from '../../support/rupees';
import { spokenTime } from '../../support/site-zone';
import type { Command } from '../support/command';

/** One enrolment in full; the beginning of its id is enough. */
export const showEnrolment: Command = {
  usage: 'ID [--json]   one enrolment in full',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const id = positionals[0];
    if (!id) throw new StartError('Which enrolment? Give its id, or the beginning of it.');
    const found = await readEnrolments(database.db, id);
    const row = found[0];
    if (!row) throw new StartError(`There is no enrolment ${id}.`);
    if (found.length > 1) throw new StartError(`Several enrolments begin with ${id}; give more of the id.`);
    if (values.json) {
      print(JSON.stringify(row));
      return;
    }
    const lines: [string, string | null][] = [
      ['id', row.id],
      ['made', spokenTime(row.created_at)],
      ['course', row.course_label],
      ['name', row.name],
      ['e-mail', row.email],
      ['phone', row.phone],
      ['notice', row.notice],
      ['state', row.status],
      ['amount', rupees(row.amount)],
      ['paid', row.paid > 0 ? `${rupees(row.paid)}${row.paid_twice ? ', TWICE: refund one' : ''}` : null],
      ['refunded', row.refunded > 0 ? rupees(row.refunded) : null],
      ['order', row.order_id],
      ['provider', row.provider_order_id],
      ['payment', row.payment_id],
    ];
    for (const [label, value] of lines) if (value) print(`${label.padEnd(9)} ${value}`);
  },
};
