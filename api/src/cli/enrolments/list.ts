import { parseArgs } from 'node:util';
import { readEnrolments } from '../../enrolments/read';
import { rupees } from '../../support/rupees';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';

/** Who enrolled in what, and how far the money is. */
export const listEnrolments: Command = {
  usage: '[--json]   who enrolled in what, newest first',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const rows = await readEnrolments(database.db);
    if (values.json) print(JSON.stringify(rows));
    else if (rows.length === 0) print('No enrolments.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.created_at),
        row.course_label,
        row.name.slice(0, 30),
        row.email.slice(0, 40),
        row.phone,
        row.paid_twice ? `${row.status}, TWICE` : row.status,
        rupees(row.amount),
        rupees(row.paid),
        row.payment_id ?? '-',
      ]);
      print(
        table(
          ['id', heading('made'), 'course', 'name', 'e-mail', 'phone', 'state', 'amount', 'paid', 'payment'],
          cells,
        ),
      );
    }
  },
};
