import type { EnquiryRow } from 'api-wire/office/inbox';

export const STATUS: Readonly<Record<EnquiryRow['status'], string>> = {
  new: 'New',
  answered: 'Answered',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
};
export const STATUS_KIND: Readonly<Record<EnquiryRow['status'], string>> = {
  new: 'accent',
  answered: 'plain',
  won: 'good',
  lost: 'plain',
  spam: 'warn',
};
export const FORM: Readonly<Record<EnquiryRow['form'], string>> = {
  home: 'Home page',
  modal: 'Enquiry window',
  contact: 'Contact page',
  studio: 'Design studio',
};

export const STATUS_OPTIONS = Object.entries(STATUS);
