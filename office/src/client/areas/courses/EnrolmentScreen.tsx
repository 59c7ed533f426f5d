import { useOne } from '@refinedev/core';
import { Fact, moment, Screen, State, Waiting } from '@wholepage/staff-kit/browser/screen';
import { spell } from 'api-wire/money';
import type { EnrolmentRow } from 'api-wire/office/courses';
import { Link, useParams } from 'react-router';
import { Contact } from '../../components/Contact';
import { filteredPath } from '../../components/FilteredList';
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
          <State kind={tone}>{label}</State> {sentence}
        </p>
        <dl className="facts">
          <Fact name="Course">{course}</Fact>
          <Fact name="Enrolled">{moment(at)}</Fact>
          {amount !== null && <Fact name="Ordered">{spell(amount)}</Fact>}
          {held && held.amount > 0 && <Fact name="Here">{spell(held)}</Fact>}
        </dl>
        <Contact email={email} phone={phone} />
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
  return <Waiting title="Enrolment" query={query} />;
}
