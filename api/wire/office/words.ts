import { type EnquiryForm, FORMS } from '../forms';

/*
 * Words of the office, apart from the schemas: browsers that need them need no schema library.
 */

/** How far the office is with an enquiry. */
export const ENQUIRY_STAGES = ['new', 'answered', 'won', 'lost'] as const;
export const ENQUIRY_STATUSES = [...ENQUIRY_STAGES, 'spam'] as const;
export const ENQUIRY_FORMS = Object.keys(FORMS) as [EnquiryForm, ...EnquiryForm[]];
export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;

export const SPAM_REASONS: Readonly<Record<string, string>> = {
  'hidden-field': 'It filled in a field that people do not see.',
  'link-markup': 'It holds links in the markup of forums.',
  'many-links': 'It holds many links.',
  'link-in-name': 'A name or the subject holds a link.',
  fast: 'It was sent faster than people type.',
  'by-hand': 'Somebody of the office marked it.',
};

/** What is held on a person, by kind: one, and many. */
export const PERSON_KINDS = {
  enquiries: ['enquiry', 'enquiries'],
  notes: ['note', 'notes'],
  replies: ['reply', 'replies'],
  files: ['file', 'files'],
  mails: ['mail', 'mails'],
  enrolments: ['enrolment', 'enrolments'],
  orders: ['order', 'orders'],
  payments: ['payment', 'payments'],
  refunds: ['refund', 'refunds'],
  disputes: ['dispute', 'disputes'],
  refund_requests: ['request for a refund', 'requests for refunds'],
  problems: ['problem of money', 'problems of money'],
  webhooks: ['report of the payment provider', 'reports of the payment provider'],
  price_changes: ['reason of a price change', 'reasons of price changes'],
  alarms: ['alarm', 'alarms'],
} as const;
export type PersonKind = keyof typeof PERSON_KINDS;
