import type { Enquiry } from 'api-wire/office/inbox';
import { Time } from '../../../components/Time';

const MAIL: Readonly<Record<'queued' | 'sent' | 'failed', string>> = {
  queued: 'waits to be sent',
  sent: 'sent',
  failed: 'could not be delivered',
};

const mailText = ({ mail, mail_error: error }: Enquiry['replies'][number]): string => {
  if (!mail) return '';
  if (mail === 'queued' && error)
    return ` · the mail server does not take it now, and is asked again by itself: ${error}`;
  return ` · ${MAIL[mail]}${error ? `: ${error}` : ''}`;
};

/** What was answered, and how far each mail is. */
export function EnquiryMails({ enquiry: { replies, mail, mail_error: error } }: { enquiry: Enquiry }) {
  return (
    <>
      {mail === 'failed' && (
        <p className="notice" data-kind="bad">
          The mail about this enquiry could not be delivered: {error}. npm run api -- mails list shows what waits.
        </p>
      )}
      {replies.map((reply) => (
        <article key={reply.id} className="sheet" data-own>
          <h2>{reply.subject}</h2>
          <p className="hint">
            {reply.author} to {reply.to}, <Time at={reply.created_at} />
            {mailText(reply)}
          </p>
          <p className="message">{reply.text}</p>
        </article>
      ))}
    </>
  );
}
