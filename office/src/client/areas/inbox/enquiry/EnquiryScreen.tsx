import { useOne } from '@refinedev/core';
import { json } from '@wholepage/staff-kit/browser/calls';
import { sending } from '@wholepage/staff-kit/browser/forms';
import { Fact, Failure, Screen, Time, Waiting } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { FORMS } from 'api-wire/forms';
import { SPAM_REASONS } from 'api-wire/office/enquiry-words';
import type { Enquiry } from 'api-wire/office/inbox';
import { useEffect, useId, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useAct } from '../../../components/act';
import { Contact } from '../../../components/Contact';
import { useKeys } from '../../../components/use-keys';
import { useDraft } from '../../../data/drafts';
import { EnquiryAside } from './EnquiryAside';
import { ReplyForm } from './ReplyForm';

const focus = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();

/** One enquiry, what was answered, and what else the same person sent. */
function OpenEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const navigate = useNavigate();
  const { id, unread, version } = enquiry;
  const read = useAct({
    act: () => json('PATCH', `/office/enquiries/${id}`, { set: { unread: false }, version }),
    resources: ['enquiries'],
  });
  const markRead = read.mutate;
  useEffect(() => {
    if (unread) markRead();
  }, [unread, markRead]);
  const keys = useMemo(
    () => ({ r: focus('[data-reply]'), n: focus('[data-note]'), u: () => void navigate('/enquiries') }),
    [navigate],
  );
  useKeys(keys);
  return (
    <Screen
      title={enquiry.name || enquiry.email}
      actions={
        <Link className="button quiet" to="/enquiries">
          Back to the inbox
        </Link>
      }
    >
      {enquiry.status === 'spam' && <SpamNotice enquiry={enquiry} />}
      <div className="with-aside">
        <article className="sheet">
          <h2>{enquiry.subject || 'No subject'}</h2>
          <p className="hint">
            {FORMS[enquiry.form].title}, <Time at={enquiry.created_at} />
          </p>
          {enquiry.mail_only && (
            <p className="hint">
              Only its mail came through: the sender may have seen that something went wrong, and may send it again.
            </p>
          )}
          <Contact email={enquiry.email} phone={enquiry.phone} />
          {enquiry.answers.length > 0 && (
            <dl className="facts">
              {enquiry.answers.map(({ label, value }) => (
                <Fact key={label} name={label}>
                  {value}
                </Fact>
              ))}
            </dl>
          )}
          {enquiry.message ? <p className="message">{enquiry.message}</p> : <p className="hint">No message.</p>}
          <EnquiryFiles enquiry={enquiry} />
        </article>
        <EnquiryAside enquiry={enquiry} />
        <div>
          <EnquiryMails enquiry={enquiry} />
          <ReplyForm enquiry={enquiry} />
          <Notes enquiry={enquiry} />
        </div>
      </div>
    </Screen>
  );
}

/** So long a reply is watched on its way; a mail server that is well takes it within a second. */
const WATCHED_MS = 10_000;
const isOnItsWay = ({ mail, created_at: at }: Enquiry['replies'][number]): boolean =>
  mail === 'queued' && Date.now() - Date.parse(at) < WATCHED_MS;

/** What a mail's link opens: one enquiry. */
export function EnquiryScreen() {
  const { id = '' } = useParams();
  const { result, query } = useOne<Enquiry>({
    resource: 'enquiries',
    id,
    liveMode: 'off',
    queryOptions: { refetchInterval: ({ state }) => (state.data?.data.replies.some(isOnItsWay) ? 2000 : false) },
  });
  if (result) return <OpenEnquiry key={id} enquiry={result} />;
  return <Waiting title="Enquiry" query={query} />;
}

/** Why an enquiry is held apart, and the way back. */
function SpamNotice({ enquiry: { id, signals, version } }: { enquiry: Enquiry }) {
  const back = useAct({
    act: () => json('PATCH', `/office/enquiries/${id}`, { set: { status: 'new' }, version }),
    done: 'It is in the inbox, and its mail goes out now.',
    resources: ['enquiries'],
  });
  return (
    <div className="notice" data-kind="warn">
      <p>
        <b>Held apart as suspected spam.</b> {signals.map((signal) => SPAM_REASONS[signal] ?? signal).join(' ')}
      </p>
      <button type="button" disabled={back.isPending} onClick={() => back.mutate()}>
        Bring this enquiry back
      </button>
      <Failure error={back.error} />
    </div>
  );
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Files of the visitor. They come from an origin without a session; pictures were re-encoded when they came. */
function EnquiryFiles({ enquiry: { id, files } }: { enquiry: Enquiry }) {
  if (files.length === 0) return null;
  return (
    <ul className="files">
      {files.map((file) => {
        const address = `/enquiry-files/${id}/${file.id}`;
        const isPicture = file.media_type.startsWith('image/');
        return (
          <li key={file.id}>
            <a href={address} target="_blank" rel="noreferrer">
              {isPicture && <img src={address} alt="" loading="lazy" />}
              {isPicture ? 'Open' : 'Download'} {file.name}
            </a>
            <p className="hint">{size(file.bytes)}</p>
          </li>
        );
      })}
    </ul>
  );
}

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
function EnquiryMails({ enquiry: { replies, mail, mail_error: error } }: { enquiry: Enquiry }) {
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

/** What colleagues noted. Visitors never see it. */
function Notes({ enquiry: { id, notes } }: { enquiry: Enquiry }) {
  const me = useMe();
  const field = useId();
  const [text, setText, dropText] = useDraft(`note:${id}`, '');
  const add = useAct({
    act: () => json('POST', `/office/enquiries/${id}/notes`, { text }),
    done: 'The note is saved.',
    resources: ['enquiries'],
  });
  const remove = useAct({
    act: (note: string) => json('DELETE', `/office/enquiries/${id}/notes/${note}`),
    done: 'The note is removed.',
    resources: ['enquiries'],
  });
  return (
    <section className="sheet" aria-labelledby={field}>
      <h2 id={field}>Notes</h2>
      {notes.map((note) => (
        <div key={note.id} className="note">
          <p className="message">{note.text}</p>
          <p className="hint">
            {note.author}, <Time at={note.created_at} />
            {note.author === me.person.name && (
              <button type="button" className="quiet" onClick={() => remove.mutate(note.id)}>
                Remove this note
              </button>
            )}
          </p>
        </div>
      ))}
      <form onSubmit={sending(add, { onSuccess: () => dropText() })}>
        <div className="field">
          <label htmlFor={`${field}-text`}>New note, for colleagues only</label>
          <textarea
            id={`${field}-text`}
            data-note
            rows={2}
            required
            maxLength={5000}
            value={text}
            readOnly={add.isPending}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Failure error={add.error ?? remove.error} />
        <button type="submit">Save the note</button>
      </form>
    </section>
  );
}
