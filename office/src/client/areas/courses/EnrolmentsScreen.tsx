import { download } from '@wholepage/staff-kit/browser/calls';
import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { Screen, State, Time } from '@wholepage/staff-kit/browser/screen';
import { spell } from 'api-wire/money';
import type { EnrolmentRow } from 'api-wire/office/courses';
import { Link } from 'react-router';
import { useAct } from '../../components/act';
import { type Column, FilteredList, SearchField, useListTable } from '../../components/FilteredList';
import { labelOf, orderWords, useCourses } from './words';

/** Who enrolled, in what, and whether they paid. */
export function EnrolmentsScreen() {
  const table = useListTable<EnrolmentRow>('enrolments');
  const { filter, filtered } = table;
  const courses = useCourses().result.data;
  const course = filtered('course');
  const save = useAct({
    act: () =>
      download(
        'GET',
        `/office/exports/participants.csv${course ? `?course=${encodeURIComponent(course)}` : ''}`,
        'participants.csv',
      ),
    done: 'The file is among your downloads.',
  });
  const columns: Column<EnrolmentRow>[] = [
    {
      header: 'Name',
      sort: 'name',
      show: ({ id, name, order_id: order }) => (
        <Link to={order ? `/orders/${order}` : `/enrolments/${id}`}>{name}</Link>
      ),
    },
    {
      header: 'Contact',
      show: ({ email, phone }) => (
        <span>
          {email}
          <br />
          {phone}
        </span>
      ),
    },
    { header: 'Course', sort: 'course', show: (row) => row.course_label },
    {
      header: 'Order',
      show: ({ order_status: status }) => {
        const { label, tone } = orderWords(status);
        return <State kind={tone}>{label}</State>;
      },
    },
    { header: 'Ordered', isNumber: true, show: ({ amount }) => amount && spell(amount) },
    { header: 'Here', isNumber: true, show: ({ held }) => (held?.amount ? spell(held) : '') },
    { header: 'Enrolled', sort: 'created_at', show: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <Screen
      title="Enrolments"
      actions={
        <button type="button" className="quiet" onClick={() => save.mutate()}>
          Download {course ? `participants of ${labelOf(courses, course)}` : 'all participants'} as CSV
        </button>
      }
    >
      <search className="filters">
        <SearchField label="Search enrolments" value={filtered('q')} onSearch={filter('q')} />
        <SelectField
          label="Course"
          value={course}
          options={[['', 'All courses'], ...courses.map(({ variant, label }) => [variant, label] as const)]}
          onChange={filter('course')}
        />
        <SelectField
          label="Money"
          value={filtered('paid')}
          options={[
            ['', 'Paid or not'],
            ['true', 'Paid'],
            ['false', 'Not paid'],
          ]}
          onChange={filter('paid')}
        />
      </search>
      <FilteredList
        table={table}
        error={save.error}
        caption="Enrolments"
        columns={columns}
        idOf={({ id }) => id}
        one="enrolment"
        empty={{
          filtered: 'No enrolment fits this search.',
          all: 'Nobody enrolled yet. The first one appears here by itself.',
        }}
      />
    </Screen>
  );
}
