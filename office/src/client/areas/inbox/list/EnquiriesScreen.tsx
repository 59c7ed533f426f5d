import type { EnquiryRow } from 'api-wire/office/inbox';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { FilteredList } from '../../../components/list/FilteredList';
import type { Column } from '../../../components/list/ListTable';
import { Screen } from '../../../components/Screen';
import { Time } from '../../../components/Time';
import { useKeys } from '../../../components/use-keys';
import { download } from '../../../data/api';
import { filterValue } from '../../../data/filters';
import { filterQuery } from '../../../data/provider';
import { useAct } from '../../../data/use-act';
import { useListTable } from '../../../data/use-list-table';
import { nameOf, useColleagues } from '../colleagues';
import { FORM, STATUS, STATUS_KIND } from '../words';
import { BulkBar } from './BulkBar';
import { EnquiryFilters } from './EnquiryFilters';
import { KeysDialog } from './KeysDialog';
import { focusRow, focusSearch } from './row-focus';
import { UnpaidEnrolments } from './UnpaidEnrolments';

const NOBODY: ReadonlySet<string> = new Set();

/** The inbox: what visitors sent, newest first. */
export function EnquiriesScreen() {
  const table = useListTable<EnquiryRow>('enquiries');
  const { filters, setFilters, setCurrentPage } = table;
  const [chosen, setChosen] = useState(NOBODY);
  const [showsKeys, setShowsKeys] = useState(false);
  const colleagues = useColleagues().data;
  const save = useAct({
    act: () => download('GET', `/office/exports/enquiries.csv?${filterQuery(filters)}`, 'enquiries.csv'),
    done: 'The file is among your downloads.',
  });
  const keys = useMemo(
    () => ({
      j: () => focusRow(1),
      k: () => focusRow(-1),
      x: () => document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('.choose input')?.click(),
      '/': focusSearch,
      '?': () => setShowsKeys(true),
    }),
    [],
  );
  useKeys(keys);
  const columns: Column<EnquiryRow>[] = [
    {
      header: 'From',
      sort: 'name',
      show: ({ id, name, email, unread }) => (
        <>
          <Link to={`/enquiries/${id}`} data-row>
            {unread && <span className="dot" role="img" aria-label="Unread" />}
            {name || email}
          </Link>
        </>
      ),
    },
    {
      header: 'About',
      show: ({ subject, excerpt, files, notes }) => (
        <span className="about">
          {subject && <b>{subject}</b>} {excerpt}
          {files > 0 && <span className="chip">{files === 1 ? '1 file' : `${files} files`}</span>}
          {notes > 0 && <span className="chip">{notes === 1 ? '1 note' : `${notes} notes`}</span>}
        </span>
      ),
    },
    { header: 'By', show: ({ form }) => FORM[form] },
    {
      header: 'Status',
      sort: 'status',
      show: ({ status }) => (
        <span className="state" data-kind={STATUS_KIND[status]}>
          {STATUS[status]}
        </span>
      ),
    },
    { header: 'Whose', show: ({ assignee }) => nameOf(colleagues, assignee) },
    { header: 'Came', sort: 'created_at', show: ({ created_at: at }) => <Time at={at} /> },
  ];
  const isFiltered = filters.some((filter) => filter.value !== undefined);
  const isSpam = filterValue(filters, 'status') === 'spam';
  return (
    <Screen
      title={isSpam ? 'Suspected spam' : 'Inbox'}
      actions={
        <>
          <Link className="button quiet" to="/templates">
            Edit reply templates
          </Link>
          <button type="button" className="quiet" onClick={() => save.mutate()}>
            Download enquiries as CSV
          </button>
          <button type="button" className="quiet keys" onClick={() => setShowsKeys(true)}>
            Keyboard
          </button>
        </>
      }
    >
      <EnquiryFilters
        filters={filters}
        onFilter={(next) => {
          setChosen(NOBODY);
          setCurrentPage(1);
          setFilters(next);
        }}
      />
      {!isFiltered && <UnpaidEnrolments />}
      <FilteredList
        table={table}
        error={save.error}
        caption="Enquiries"
        columns={columns}
        shape="letters"
        idOf={({ id }) => id}
        isEmphatic={({ unread }) => unread}
        selection={{ chosen, nameOf: ({ name, email }) => name || email, onChange: setChosen }}
        one="enquiry"
        many="enquiries"
        onPage={() => setChosen(NOBODY)}
        empty={{
          filtered: isSpam ? 'Nothing is held apart as suspected spam.' : 'No enquiry fits this search.',
          all: 'No enquiries yet. The first one appears here by itself.',
        }}
      >
        {chosen.size > 0 && <BulkBar chosen={chosen} onDone={() => setChosen(NOBODY)} />}
      </FilteredList>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </Screen>
  );
}
