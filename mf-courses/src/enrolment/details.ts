/** What the form asks for. */
export interface Details {
  name: string;
  email: string;
  phone: string;
}

export type DetailName = keyof Details;

/** Wrong in a way that an alert tells, and the field that takes the focus afterwards. */
export interface Missing {
  field: DetailName;
  alert: string;
}

export const NO_DETAILS: Details = { name: '', email: '', phone: '' };

const CHECKS: Missing[] = [
  { field: 'name', alert: 'Please enter your name.' },
  { field: 'email', alert: 'Please enter your email.' },
  { field: 'phone', alert: 'Please enter your phone number.' },
];

/** The first of the three that is empty; the order is name, e-mail, phone. */
export const findMissing = (details: Details): Missing | undefined =>
  CHECKS.find(({ field }) => details[field].trim() === '');

/** As it is sent to the provider. */
export const trimmed = ({ name, email, phone }: Details): Details => ({
  name: name.trim(),
  email: email.trim(),
  phone: phone.trim(),
});
