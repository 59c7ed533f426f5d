/** How to reach somebody: a touch writes or calls. */
export function Contact({ email, phone }: { email: string; phone: string }) {
  return (
    <p className="contact">
      <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
    </p>
  );
}
