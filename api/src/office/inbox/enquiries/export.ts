import type { EnquiryFilter } from '../../../../wire/office/inbox';
import type { Db } from '../../../db/database';
import { BYTE_ORDER_MARK, csvLine } from '../../../support/csv';
import { offsetTime } from '../../../support/site-zone';
import { allEnquiries } from './list';

const COLUMNS = ['id', 'received', 'form', 'status', 'name', 'email', 'phone', 'subject', 'message', 'assignee'];

/** Enquiries as a file for a spreadsheet, piece by piece. */
export async function* enquiriesCsv(db: Db, filter: EnquiryFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const rows of allEnquiries(db, filter)) {
    yield rows
      .map((row) =>
        csvLine([
          row.id,
          offsetTime(row.created_at),
          row.form,
          row.status,
          row.name,
          row.email,
          row.phone,
          row.subject,
          row.message,
          row.assignee,
        ]),
      )
      .join('');
  }
}
