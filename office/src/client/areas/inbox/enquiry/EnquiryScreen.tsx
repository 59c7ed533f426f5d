import { useOne } from '@refinedev/core';
import type { Enquiry } from 'api-wire/office/inbox';
import { useEffect, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Contact } from '../../../components/Contact';
import { Failure } from '../../../components/Failure';
import { Screen } from '../../../components/Screen';
import { Time } from '../../../components/Time';
import { useKeys } from '../../../components/use-keys';
import { json } from '../../../data/api';
import { useAct } from '../../../data/use-act';
import { FORM } from '../words';
import { EnquiryAside } from './EnquiryAside';
import { EnquiryFiles } from './EnquiryFiles';
import { EnquiryMails } from './EnquiryMails';
import { Notes } from './Notes';
import { ReplyForm } from './ReplyForm';
import { SpamNotice } from './SpamNotice';

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
            {FORM[enquiry.form]}, <Time at={enquiry.created_at} />
          </p>
          {enquiry.mail_only && (
            <p className="hint">
              Only its mail came through: the sender may have seen that something went wrong, and may send it again.
            </p>
          )}
          <Contact email={enquiry.email} phone={enquiry.phone} />
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
  return (
    <Screen title="Enquiry">
      <Failure error={query.error && new Error(query.error.message)} onRetry={() => void query.refetch()} />
      {query.isLoading && <p className="empty">Loading …</p>}
    </Screen>
  );
}
