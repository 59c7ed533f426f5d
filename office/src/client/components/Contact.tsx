import { telHref } from 'site/company-text';

export const Phone = ({ number }: { number: string }) => <a href={telHref(number)}>{number}</a>;

export const Contact = ({ email, phone }: { email: string; phone: string }) => (
  <p className="contact">
    <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
    {phone && <Phone number={phone} />}
  </p>
);
