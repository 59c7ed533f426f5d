import { type EnrolmentRequest, enrolmentSchema } from 'contracts/enrolments';
import { InvalidFormError } from '../enquiries/validate';

/** In this order, and in these words, as the form's own alerts. */
const EMPTY = [
  ['name', 'Please enter your name.'],
  ['email', 'Please enter your email.'],
  ['phone', 'Please enter your phone number.'],
] as const;

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

/** @throws InvalidFormError with the first field that is empty, or else a sentence for each that is wrong */
export function validateEnrolment(body: unknown): EnrolmentRequest {
  const given: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const empty = EMPTY.find(([field]) => isEmpty(given[field]));
  if (empty) throw new InvalidFormError([{ field: empty[0], message: empty[1] }]);
  const parsed = enrolmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]));
  throw new InvalidFormError([...problems].map(([field, message]) => ({ field, message })));
}
