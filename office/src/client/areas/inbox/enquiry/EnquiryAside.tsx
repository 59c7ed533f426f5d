import { json } from '@wholepage/staff-kit/browser/calls';
import { acting, Dialog, SelectField } from '@wholepage/staff-kit/browser/forms';
import { Failure, Time } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { FORMS } from 'api-wire/forms';
import { ENQUIRY_STATUSES } from 'api-wire/office/enquiry-words';
import type { Enquiry, EnquiryPatch } from 'api-wire/office/inbox';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAct } from '../../../components/act';
import { labelOf, orderWords, useCourses } from '../../courses/words';
import { STATUS, STATUS_OPTIONS, useColleagues } from '../words';

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
            {STATUS[one.status]}, <Time at={one.created_at} />
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

/** How far the enquiry is, whose it is, and what else there is of the same person. */
export function EnquiryAside({ enquiry }: { enquiry: Enquiry }) {
  const { id, status, assignee, version } = enquiry;
  const me = useMe().person;
  const navigate = useNavigate();
  const { data: colleagues = [], isSuccess } = useColleagues();
  const [isDeleting, setDeleting] = useState(false);
  const change = useAct({
    act: (set: EnquiryPatch) => json('PATCH', `/office/enquiries/${id}`, { set, version }),
    resources: ['enquiries'],
  });
  const remove = useAct({
    act: () => json('DELETE', `/office/enquiries/${id}?version=${encodeURIComponent(version)}`),
    done: 'The enquiry is erased.',
    resources: ['enquiries'],
  });
  const known = colleagues.some((one) => one.id === assignee);
  return (
    <aside aria-label="About this enquiry">
      <SelectField
        label="Status"
        value={status}
        options={STATUS_OPTIONS}
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
          ...colleagues.map((one) => [one.id, one.id === me.id ? `${one.name} (me)` : one.name] as const),
          ...(assignee && !known ? [[assignee, isSuccess ? 'Somebody who left' : '…'] as const] : []),
        ]}
        isDisabled={change.isPending}
        onChange={(next) => change.mutate({ assignee: next || null })}
      />
      <div className="actions">
        <button
          type="button"
          onClick={() => change.mutate({ unread: true }, { onSuccess: () => void navigate('/enquiries') })}
        >
          Mark as unread
        </button>
        <button type="button" className="danger" onClick={() => setDeleting(true)}>
          Delete this enquiry
        </button>
      </div>
      <Failure error={change.error} />
      <h2>From the same person</h2>
      <Others enquiry={enquiry} />
      {isDeleting && (
        <Dialog
          title="Delete this enquiry"
          action="Delete this enquiry"
          isDangerous
          {...acting(remove, { onSuccess: () => void navigate('/enquiries') })}
          onClose={() => setDeleting(false)}
        >
          <p>It is erased with its files, notes, replies and mails. This cannot be undone.</p>
        </Dialog>
      )}
    </aside>
  );
}
