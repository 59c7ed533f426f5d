import { z } from 'zod';
import { LIMITS } from './enquiry-limits';

export {
  ENROLMENT_HEADER,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  LIMITS,
  SUBMISSION_FIELD,
  SUBMISSION_HEADER,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TYPES,
  UPLOAD_TYPES_SENTENCE,
} from './enquiry-limits';

const CONTROL = /[^\P{Cc}\t\n\r]|\p{Surrogate}/u;
const CONTROL_OR_BREAK = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;

const line = (max: number, what: string) =>
  z
    .string({ error: `Please enter your ${what}.` })
    .trim()
    .min(1, `Please enter your ${what}.`)
    .max(max, `Please keep your ${what} under ${max} characters.`)
    .refine((value) => !CONTROL_OR_BREAK.test(value), `Your ${what} has characters that cannot be kept.`);

const email = line(LIMITS.email, 'e-mail').pipe(z.email('Please enter an e-mail address such as name@example.com.'));
const message = z
  .string({ error: 'Please enter your message.' })
  .trim()
  .min(1, 'Please enter your message.')
  .max(LIMITS.message, `Please keep your message under ${LIMITS.message} characters.`)
  .refine((value) => !CONTROL.test(value), 'Your message has characters that cannot be kept.');
const phone = line(LIMITS.phone, 'phone number').regex(
  /^[\d\s()+\-./]{5,}$/,
  'Please enter a phone number such as +91 98400 00000.',
);

export const homeEnquirySchema = z.object({
  fname: line(LIMITS.name, 'first name'),
  lname: line(LIMITS.name, 'last name'),
  email,
  phone,
  message,
});
export const modalEnquirySchema = z.object({ name: line(LIMITS.name, 'name'), email, phone, message });
export const contactEnquirySchema = z.object({
  name: line(LIMITS.name, 'name'),
  email,
  phone,
  subject: line(LIMITS.subject, 'subject'),
  message,
});
/** The studio form beside its file, which travels as `inspirations[]`. */
export const inspirationSchema = z.object({ name: line(LIMITS.name, 'name'), number: phone, email });

export type Inspiration = z.output<typeof inspirationSchema>;

/** What every save answers. `message` is for the visitor. */
export const saveResponseSchema = z.object({ success: z.boolean(), message: z.string().optional() });
export type SaveResponse = z.output<typeof saveResponseSchema>;
