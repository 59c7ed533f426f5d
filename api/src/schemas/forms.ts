import {
  contactEnquirySchema,
  homeEnquirySchema,
  inspirationSchema,
  LIMITS,
  modalEnquirySchema,
} from 'contracts/enquiries';
import type { z } from 'zod';
import type { FormName } from '../db/schema';

/** What each form must hold. The parsed values, in this order of keys, are what is kept and mailed. */
export const FORM_SCHEMAS = {
  home: homeEnquirySchema,
  modal: modalEnquirySchema,
  contact: contactEnquirySchema,
  studio: inspirationSchema,
} as const satisfies Record<FormName, z.ZodObject>;

export type FormFields<F extends FormName = FormName> = z.output<(typeof FORM_SCHEMAS)[F]>;

/** A field as a person reads it: in the mail, and on the page that asks to correct it. */
export interface FieldLabel {
  name: string;
  label: string;
  type: 'text' | 'email' | 'tel' | 'textarea';
  maxLength: number;
  autoComplete?: string;
}

const EMAIL: FieldLabel = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  maxLength: LIMITS.email,
  autoComplete: 'email',
};
const PHONE: FieldLabel = { name: 'phone', label: 'Phone', type: 'tel', maxLength: LIMITS.phone, autoComplete: 'tel' };
const NAME: FieldLabel = { name: 'name', label: 'Name', type: 'text', maxLength: LIMITS.name, autoComplete: 'name' };
const MESSAGE: FieldLabel = { name: 'message', label: 'Message', type: 'textarea', maxLength: LIMITS.message };

export const FORM_LABELS: Readonly<Record<FormName, { title: string; fields: readonly FieldLabel[] }>> = {
  home: {
    title: 'Home page enquiry',
    fields: [
      { name: 'fname', label: 'First name', type: 'text', maxLength: LIMITS.name, autoComplete: 'given-name' },
      { name: 'lname', label: 'Last name', type: 'text', maxLength: LIMITS.name, autoComplete: 'family-name' },
      EMAIL,
      PHONE,
      MESSAGE,
    ],
  },
  modal: { title: 'Enquiry', fields: [NAME, EMAIL, PHONE, MESSAGE] },
  contact: {
    title: 'Contact page enquiry',
    fields: [
      NAME,
      EMAIL,
      PHONE,
      { name: 'subject', label: 'Subject', type: 'text', maxLength: LIMITS.subject },
      MESSAGE,
    ],
  },
  studio: { title: 'Design studio inspiration', fields: [NAME, { ...PHONE, name: 'number' }, EMAIL] },
};
