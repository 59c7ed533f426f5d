import type { Lead } from '../../enquiries/leads/lead';
import { BYTE_ORDER_MARK, csvLine } from '../../support/csv';
import { offsetTime } from '../../support/site-zone';

const COLUMNS = ['id', 'received', 'form', 'name', 'email', 'phone', 'subject', 'message', 'mail', 'files', 'status'];

/** The beginning of a file for a spreadsheet: the names of the columns. */
export const LEADS_CSV_HEAD = BYTE_ORDER_MARK + csvLine(COLUMNS);

/** A lead as a line of that file. */
export const leadCsv = (lead: Lead): string =>
  csvLine([
    lead.id,
    offsetTime(lead.created_at),
    lead.form,
    lead.name,
    lead.email,
    lead.phone,
    lead.subject,
    lead.message,
    lead.mail_status,
    lead.files,
    lead.status,
  ]);
