import { formatDistanceToNowStrict } from 'date-fns';
import { moment } from '../data/format';

/** A moment: how long ago it is, and exactly when. */
export function Time({ at }: { at: string | undefined | null }) {
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={moment(at)}>
      {formatDistanceToNowStrict(new Date(at), { addSuffix: true })}
    </time>
  );
}

/** How to reach somebody: a touch writes or calls. */
export function Contact({ email, phone }: { email: string; phone: string }) {
  return (
    <p className="contact">
      <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
    </p>
  );
}
