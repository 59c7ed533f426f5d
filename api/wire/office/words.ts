/* Words of the office, apart from the schemas: browsers that need them need no schema library. */

/** What somebody may do in the office, the right for most first: what it allows in words, and which others it implies. */
export const OFFICE_RIGHTS = {
  desk: { allows: 'enquiries, enrolments and orders', implies: [] },
  writer: { allows: 'the blog alone', implies: [] },
  owner: { allows: 'everything, refunds and people too', implies: ['desk', 'writer'] },
} as const satisfies Readonly<Record<string, { allows: string; implies: readonly string[] }>>;
export type OfficeRight = keyof typeof OFFICE_RIGHTS;
export const RIGHT_NAMES = Object.keys(OFFICE_RIGHTS) as [OfficeRight, ...OfficeRight[]];

/** Whether somebody may do what a right allows. */
export const mayDo = (held: readonly string[], right: OfficeRight): boolean =>
  Object.entries<{ implies: readonly string[] }>(OFFICE_RIGHTS).some(
    ([name, { implies }]) => held.includes(name) && (name === right || implies.includes(right)),
  );

/** How far the office is with an enquiry. */
export const ENQUIRY_STAGES = ['new', 'answered', 'won', 'lost'] as const;
export const ENQUIRY_STATUSES = [...ENQUIRY_STAGES, 'spam'] as const;
export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;

/**
 * How far a refund is that the office asked for. `asked`: noted, and the provider may know of it. `made`: the provider
 * has it. `refused`: it will not. `uncertain`: its answer was lost, and it is asked again under the same key.
 */
export const REFUND_STATES = ['asked', 'made', 'refused', 'uncertain'] as const;

/** Of the audit, and how people read them. */
export const AUDIT_AREAS = {
  inbox: 'Inbox',
  courses: 'Courses',
  blog: 'Blog',
  facts: 'Company and menu',
  people: 'Data protection',
} as const;
export type AuditArea = keyof typeof AUDIT_AREAS;

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
