import { useOne } from '@refinedev/core';
import { spell } from 'api-wire/money';
import type { EnrolmentRow } from 'api-wire/office/courses';
import { Link, useParams } from 'react-router';
import { Failure } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { filteredPath } from '../../data/filters';
import { moment } from '../../data/format';
import { orderWords } from './words';

function OpenEnrolment({ enrolment }: { enrolment: EnrolmentRow }) {
  const {
    name,
    email,
    phone,
    course_label: course,
    created_at: at,
    order_id: order,
    order_status: status,
    amount,
    held,
  } = enrolment;
  const { label, sentence, tone } = orderWords(status);
  return (
    <Screen
      title={name}
      actions={
        <Link className="button quiet" to="/enrolments">
          Back to enrolments
        </Link>
      }
    >
      <section className="sheet" aria-label="Enrolment">
        <p>
          <span className="state" data-kind={tone}>
            {label}
          </span>{' '}
          {sentence}
        </p>
        <dl className="facts">
          <div>
            <dt>Course</dt>
            <dd>{course}</dd>
          </div>
          <div>
            <dt>Enrolled</dt>
            <dd>{moment(at)}</dd>
          </div>
          {amount !== null && (
            <div>
              <dt>Ordered</dt>
              <dd>{spell(amount)}</dd>
            </div>
          )}
          {held && held.amount > 0 && (
            <div>
              <dt>Here</dt>
              <dd>{spell(held)}</dd>
            </div>
          )}
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
            </dd>
          </div>
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </dd>
          </div>
        </dl>
        <p className="actions">
          {order && (
            <Link className="button" to={`/orders/${order}`}>
              Open the order
            </Link>
          )}
          <Link className="button" to={filteredPath('/enquiries', 'q', email)}>
            Enquiries of {name}
          </Link>
        </p>
      </section>
    </Screen>
  );
}

/** Somebody who enrolled, also without an order. */
export function EnrolmentScreen() {
  const { id = '' } = useParams();
  const { result, query } = useOne<EnrolmentRow>({ resource: 'enrolments', id, liveMode: 'off' });
  if (result) return <OpenEnrolment key={id} enrolment={result} />;
  return (
    <Screen title="Enrolment">
      <Failure error={query.error && new Error(query.error.message)} onRetry={() => void query.refetch()} />
      {query.isLoading && <p className="empty">Loading …</p>}
    </Screen>
  );
}
