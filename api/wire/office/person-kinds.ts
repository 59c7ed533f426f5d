/** What is held on a person, by kind: one, and many. Without the schema library, for the office's browser code. */
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
