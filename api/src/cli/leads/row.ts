import type { Lead } from '../../enquiries/leads/lead';
import { mailState } from '../support/mail-state';
import { minute } from '../support/table';

const mailOf = ({ mail_status: status, mail_fault: fault }: Lead): string =>
  status === null ? '-' : mailState({ status, fault });

/** A lead as a row of the list. */
export const rowOf = (lead: Lead): string[] => [
  lead.id.slice(0, 8),
  minute(lead.created_at),
  lead.form,
  lead.status === 'suspect' ? 'SUSPECT' : '',
  lead.name.slice(0, 30),
  lead.email.slice(0, 40),
  (lead.saved ? '' : 'mail only, ') + mailOf(lead),
  lead.files > 0 ? String(lead.files) : '',
];
