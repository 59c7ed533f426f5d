import { type EnquiryForm, FORMS } from '../forms';

// Apart from the schemas: browsers that need the words need no schema library.

export const ENQUIRY_STATUSES = ['new', 'answered', 'won', 'lost', 'spam'] as const;
export const ENQUIRY_FORMS = Object.keys(FORMS) as [EnquiryForm, ...EnquiryForm[]];
export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;

/** Why an enquiry is held apart, in words. */
export const SPAM_REASONS: Readonly<Record<string, string>> = {
  'hidden-field': 'It filled in a field that people do not see.',
  'link-markup': 'It holds links in the markup of forums.',
  'many-links': 'It holds many links.',
  'link-in-name': 'A name or the subject holds a link.',
  fast: 'It was sent faster than people type.',
  'by-hand': 'Somebody of the office marked it.',
};
