import { useList } from '@refinedev/core';
import type { EnrolmentRow } from 'api-wire/office/courses';
import { Link } from 'react-router';
import { Time } from '../../../components/Time';
import { filteredPath } from '../../../data/filters';
import { plural } from '../../../data/format';

/** The newest are what somebody can still call. */
const SHOWN = 3;

/** Who began to enrol and has not paid: leads as well. New ones appear by themselves. */
export function UnpaidEnrolments() {
  const { result, query } = useList<EnrolmentRow>({
    resource: 'enrolments',
    pagination: { mode: 'server', currentPage: 1, pageSize: SHOWN },
    sorters: [{ field: 'created_at', order: 'desc' }],
    filters: [{ field: 'paid', operator: 'eq', value: 'false' }],
  });
  const total = result.total ?? 0;
  if (!query.isSuccess || total === 0) return null;
  return (
    <section className="sheet unpaid" aria-labelledby="unpaid">
      <h2 id="unpaid">{plural(total, 'enrolment started and not paid', 'enrolments started and not paid')}</h2>
      <ul className="plain">
        {result.data.map(({ id, name, phone, course_label: course, created_at: at }) => (
          <li key={id}>
            <Link to={`/enrolments/${id}`}>{name}</Link>
            <span>{course}</span>
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            <span className="hint">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {total > SHOWN && <Link to={filteredPath('/enrolments', 'paid', 'false')}>See all {total}</Link>}
    </section>
  );
}
