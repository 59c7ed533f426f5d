import { useTable } from '@refinedev/core';
import type { enrolmentRowSchema } from 'api-wire/office/courses';
import { Link } from 'react-router';
import type { z } from 'zod';
import { Failure } from '../../components/Failure';
import { type Column, ListTable } from '../../components/ListTable';
import { Pager } from '../../components/Pager';
import { Screen } from '../../components/Screen';
import { SearchField } from '../../components/SearchField';
import { SelectField } from '../../components/SelectField';
import { Time } from '../../components/Time';
import { download } from '../../data/api';
import { filterValue } from '../../data/filters';
import { money } from '../../data/format';
import { useAct } from '../../data/use-act';
import { labelOf, useCourses } from './use-courses';
import { orderWords } from './words';

type Enrolment = z.output<typeof enrolmentRowSchema>;

/** Who enrolled, in what, and whether they paid. */
export function EnrolmentsScreen() {
  const table = useTable<Enrolment>({
    resource: 'enrolments',
    syncWithLocation: true,
    pagination: { pageSize: 25 },
    sorters: { initial: [{ field: 'created_at', order: 'desc' }] },
    queryOptions: { placeholderData: (before) => before },
  });
  const { tableQuery, result, filters, setFilters, sorters, setSorters, currentPage, setCurrentPage, pageCount } =
    table;
  const courses = useCourses().result.data;
  const course = filterValue(filters, 'course');
  const save = useAct({
    act: () =>
      download(
        'GET',
        `/office/exports/participants.csv${course ? `?course=${encodeURIComponent(course)}` : ''}`,
        'participants.csv',
      ),
    done: 'The file is among your downloads.',
  });
  const set = (field: string) => (value: string) => {
    setCurrentPage(1);
    setFilters([{ field, operator: 'eq', value: value === '' ? undefined : value }]);
  };
  const columns: Column<Enrolment>[] = [
    {
      header: 'Name',
      sort: 'name',
      show: ({ name, order_id: order }) => (order ? <Link to={`/orders/${order}`}>{name}</Link> : name),
    },
    { header: 'Contact', show: ({ email, phone }) => `${email} · ${phone}` },
    { header: 'Course', sort: 'course', show: (row) => labelOf(courses, row.course) },
    {
      header: 'Order',
      show: ({ order_status: status }) => {
        const { text, kind } = orderWords(status);
        return (
          <span className="state" data-kind={kind}>
            {text}
          </span>
        );
      },
    },
    { header: 'Amount', isNumber: true, show: ({ amount }) => (amount === null ? '' : money(amount)) },
    { header: 'Enrolled', sort: 'created_at', show: ({ created_at: at }) => <Time at={at} /> },
  ];
  const isFiltered = filters.some((filter) => filter.value !== undefined);
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
        <SearchField label="Search enrolments" value={filterValue(filters, 'q')} onSearch={set('q')} />
        <SelectField
          label="Course"
          value={course}
          options={[['', 'All courses'], ...courses.map(({ variant, label }) => [variant, label] as const)]}
          onChange={set('course')}
        />
        <SelectField
          label="Money"
          value={filterValue(filters, 'paid')}
          options={[
            ['', 'Paid or not'],
            ['true', 'Paid'],
            ['false', 'Not paid'],
          ]}
          onChange={set('paid')}
        />
      </search>
      <Failure
        error={save.error ?? (tableQuery.error && new Error(tableQuery.error.message))}
        onRetry={() => void tableQuery.refetch()}
      />
      {tableQuery.isLoading && <p className="empty">Loading …</p>}
      {tableQuery.isSuccess && result.data.length === 0 && (
        <p className="empty">
          {isFiltered ? 'No enrolment fits this search.' : 'Nobody enrolled yet. The first one appears here by itself.'}
        </p>
      )}
      {result.data.length > 0 && (
        <ListTable
          caption="Enrolments"
          rows={result.data}
          columns={columns}
          idOf={({ id }) => id}
          sorters={sorters}
          onSort={setSorters}
        />
      )}
      <Pager
        page={currentPage}
        pageCount={pageCount}
        total={result.total ?? 0}
        one="enrolment"
        onPage={setCurrentPage}
      />
    </Screen>
  );
}
