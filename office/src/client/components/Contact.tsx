import { telHref } from 'site/company-text';

/** A phone number that a touch calls. */
export const Phone = ({ number }: { number: string }) => <a href={telHref(number)}>{number}</a>;

/** How to reach somebody: a touch writes or calls. */
export const Contact = ({ email, phone }: { email: string; phone: string }) => (
  <p className="contact">
    <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
    {phone && <Phone number={phone} />}
  </p>
);
