import { useInvalidate, useList, useOne } from '@refinedev/core';
import { ActButton, SelectField, sending, TextField } from '@wholepage/staff-kit/browser/forms';
import { Back, Fact, Failure, Notice, Screen, Time, Waiting } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { FORMS } from 'api-wire/forms';
import type { Enquiry, EnquiryPatch } from 'api-wire/office/inbox';
import { ENQUIRY_STATUSES, SPAM_REASONS } from 'api-wire/office/words';
import { useEffect, useId, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { uuid } from 'shared-ui/uuid';
import { isConflict, useAct } from '../../components/act';
import { Contact } from '../../components/Contact';
import { useListPath } from '../../components/FilteredList';
import { useKeys } from '../../components/use-keys';
import { call } from '../../data/call';
import { useDraft } from '../../data/drafts';
import { ENQUIRY_STATES, labelOf, nameOf, optionsOf, orderWords, useColleagues, useCourses } from '../words';

const focus = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();

function OpenEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const navigate = useNavigate();
  const inbox = useListPath('/enquiries');
  const keys = useMemo(
    () => ({ r: focus('[name="reply"]'), n: focus('[name="note"]'), u: () => void navigate(inbox) }),
    [navigate, inbox],
  );
  useKeys(keys);
  return (
    <Screen title={enquiry.name || enquiry.email} actions={<Back to={inbox}>the inbox</Back>}>
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

/** Time during which a queued reply is polled; a healthy mail server takes it within a second. */
const WATCHED_MS = 10_000;
const isOnItsWay = ({ mail, created_at: at }: Enquiry['replies'][number]): boolean =>
  mail === 'queued' && Date.now() - Date.parse(at) < WATCHED_MS;

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

function SpamNotice({ enquiry: { id, signals, version } }: { enquiry: Enquiry }) {
  const back = useAct({
    act: () => call('PATCH /enquiries/:id', { id, body: { set: { status: 'new' }, version } }),
    done: 'It is in the inbox, and its mail goes out now.',
    resources: ['enquiries'],
    waits: true,
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

/** The visitor's files, served from an origin without a session. Pictures were re-encoded at upload. */
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

const MAIL: Readonly<Record<NonNullable<Enquiry['mail']>, string>> = {
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

function EnquiryMails({ enquiry: { replies, mail, mail_error: error } }: { enquiry: Enquiry }) {
  return (
    <>
      {mail === 'failed' && (
        <Notice kind="bad">
          The mail about this enquiry could not be delivered: {error}. npm run api -- mails list shows what waits.
        </Notice>
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

/** Notes of colleagues, which visitors never see. */
function Notes({ enquiry: { id, notes } }: { enquiry: Enquiry }) {
  const me = useMe();
  const field = useId();
  const [draft, setDraft, dropDraft] = useDraft(`new-note:${id}`, { id: uuid(), text: '' });
  const add = useAct({
    act: () => call('POST /enquiries/:id/notes', { id, body: draft }),
    done: 'The note is saved.',
    resources: ['enquiries'],
    onDone: dropDraft,
  });
  const remove = useAct({
    act: (note: string) => call('DELETE /enquiries/:id/notes/:note', { id, note }),
    done: 'The note is removed.',
    resources: ['enquiries'],
    waits: true,
  });
  return (
    <section className="sheet" aria-labelledby={field}>
      <h2 id={field}>Notes</h2>
      {notes.map((note) => (
        <div key={note.id} className="note">
          <p className="message">{note.text}</p>
          <p className="hint">
            {note.author}, <Time at={note.created_at} />
            {note.author_id === me.person.id && (
              <button type="button" className="quiet" onClick={() => remove.mutate(note.id)}>
                Remove this note
              </button>
            )}
          </p>
        </div>
      ))}
      <form onSubmit={sending(add)}>
        <TextField
          label="New note, for colleagues only"
          name="note"
          rows={2}
          required
          maxLength={5000}
          value={draft.text}
          readOnly={add.isPending}
          // Another text is another note. The same one, sent again after a lost response, is saved once.
          onChange={(text) => setDraft({ id: uuid(), text })}
        />
        <Failure error={add.error ?? remove.error} />
        <button type="submit">Save the note</button>
      </form>
    </section>
  );
}

function Others({ enquiry: { others } }: { enquiry: Enquiry }) {
  const courses = useCourses().result.data;
  if (others.enquiries.length + others.enrolments.length === 0)
    return <p className="hint">Nothing else from this person.</p>;
  return (
    <ul className="plain">
      {others.enquiries.map((one) => (
        <li key={one.id}>
          <Link to={`/enquiries/${one.id}`}>{one.subject || FORMS[one.form].title}</Link>
          <span className="hint">
            {ENQUIRY_STATES[one.status].label}, <Time at={one.created_at} />
          </span>
        </li>
      ))}
      {others.enrolments.map((one) => (
        <li key={one.id}>
          <Link to={`/enrolments/${one.id}`}>{labelOf(courses, one.course)}</Link>
          <span className="hint">
            {orderWords(one.order_status).label}, <Time at={one.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function EnquiryAside({ enquiry }: { enquiry: Enquiry }) {
  const { id, status, assignee, unread, version } = enquiry;
  const me = useMe().person;
  const navigate = useNavigate();
  const inbox = useListPath('/enquiries');
  const colleagues = useColleagues();
  const isKnown = colleagues?.some((one) => one.id === assignee);
  const change = useAct({
    act: (set: EnquiryPatch) => call('PATCH /enquiries/:id', { id, body: { set, version } }),
    resources: ['enquiries'],
    waits: true,
  });
  const { mutate: markRead } = useAct({
    act: () => call('PATCH /enquiries/:id', { id, body: { set: { unread: false }, version } }),
    resources: ['enquiries'],
  });
  // Marking as unread refetches the enquiry, which must not mark it as read again.
  const staysUnread = change.variables?.unread === true;
  useEffect(() => {
    if (unread && !staysUnread) markRead();
  }, [unread, staysUnread, markRead]);
  const remove = useAct({
    act: () => call('DELETE /enquiries/:id', { id, query: { version } }),
    done: 'The enquiry is erased.',
    resources: ['enquiries'],
  });
  return (
    <aside aria-label="About this enquiry">
      <SelectField
        label="Status"
        value={status}
        options={optionsOf(ENQUIRY_STATES)}
        isDisabled={change.isPending}
        onChange={(next) => {
          const found = ENQUIRY_STATUSES.find((one) => one === next);
          if (found) change.mutate({ status: found });
        }}
      />
      <SelectField
        label="Whose"
        value={assignee ?? ''}
        options={[
          ['', 'Nobody’s'],
          ...(colleagues ?? []).map((one) => [one.id, one.id === me.id ? `${one.name} (me)` : one.name] as const),
          ...(assignee && !isKnown ? [[assignee, nameOf(colleagues, assignee) || '…'] as const] : []),
        ]}
        isDisabled={change.isPending}
        onChange={(next) => change.mutate({ assignee: next || null })}
      />
      <div className="actions">
        <button
          type="button"
          onClick={() => change.mutate({ unread: true }, { onSuccess: () => void navigate(inbox) })}
        >
          Mark as unread
        </button>
        <ActButton
          text="Delete this enquiry"
          isDangerous
          act={() => remove.mutateAsync(undefined, { onSuccess: () => void navigate(inbox) })}
        >
          <p>It is erased with its files, notes, replies and mails. This cannot be undone.</p>
        </ActButton>
      </div>
      <Failure error={change.error} />
      <h2>From the same person</h2>
      <Others enquiry={enquiry} />
    </aside>
  );
}

/** Replies by e-mail from the company's address. Typed text survives a failed send and a reload. */
function ReplyForm({ enquiry }: { enquiry: Enquiry }) {
  const { id, email, subject, version } = enquiry;
  const field = useId();
  const begin = {
    id: uuid(),
    subject: `Re: ${subject || 'your enquiry'}`.slice(0, 200).replace(/\p{Surrogate}$/u, ''),
    text: '',
  };
  const [draft, setDraft, dropDraft] = useDraft(`reply:${id}`, begin);
  const [begun, setBegun, dropBegun] = useDraft(`begun:${id}`, { template: '', text: '' });
  const templates = useList<{ id: string; name: string }>({ resource: 'reply-templates', pagination: { mode: 'off' } })
    .result.data;
  const fill = useAct({
    act: (chosen: string) => call('GET /enquiries/:id/draft', { id, query: { template: chosen } }),
  });
  const beginWith = (template: string) => {
    setBegun({ ...begun, template });
    const onSuccess = ({ subject, text }: { subject: string; text: string }) => {
      // Typed text stays; only the former template's text is replaced.
      const typed = draft.text.startsWith(begun.text) ? draft.text.slice(begun.text.length).trimStart() : draft.text;
      setBegun({ template, text });
      setDraft({ ...draft, subject, text: [text, typed].filter(Boolean).join('\n\n') });
    };
    if (template) fill.mutate(template, { onSuccess, onError: () => setBegun(begun) });
  };
  const send = useAct({
    act: () => call('POST /enquiries/:id/replies', { id, body: { ...draft, version } }),
    done: `The reply to ${email} is on its way.`,
    resources: ['enquiries'],
    onDone: () => {
      dropDraft();
      dropBegun();
    },
  });
  const invalidate = useInvalidate();
  const isBusy = send.isPending || fill.isPending;
  const typed = (name: 'subject' | 'text') => ({
    value: draft[name],
    required: true,
    readOnly: isBusy,
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  const renew = (error: Error) => {
    // The first reply arrived though its response was lost, or a colleague was faster: the text is now another reply.
    if (!isConflict(error)) return;
    setDraft({ ...draft, id: uuid() });
    void invalidate({ resource: 'enquiries', invalidates: ['resourceAll'] });
  };
  return (
    <form className="sheet" aria-labelledby={field} onSubmit={sending(send, { onError: renew })}>
      <h2 id={field}>Reply to {email}</h2>
      {templates.length > 0 && (
        <SelectField
          label="Begin with a template"
          value={begun.template}
          options={[['', 'None'], ...templates.map((one) => [one.id, one.name] as const)]}
          onChange={beginWith}
        />
      )}
      <TextField label="Subject" {...typed('subject')} maxLength={200} />
      <TextField label="Text" {...typed('text')} name="reply" rows={8} maxLength={20_000} />
      <Failure error={send.error ?? fill.error} />
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          Send the reply
        </button>
      </div>
    </form>
  );
}
