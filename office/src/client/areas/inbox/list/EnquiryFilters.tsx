import type { CrudFilter } from '@refinedev/core';
import { useId, useState } from 'react';
import { SearchField } from '../../../components/fields/SearchField';
import { SelectField } from '../../../components/fields/SelectField';
import { filterValue } from '../../../data/filters';
import { useMe } from '../../../data/me';
import { useColleagues } from '../colleagues';
import { FORM, STATUS_OPTIONS } from '../words';

interface EnquiryFiltersProps {
  filters: readonly CrudFilter[];
  onFilter(filters: CrudFilter[]): void;
}

/** Which enquiries are shown. A narrow screen shows the search, and the rest when somebody asks for it. */
export function EnquiryFilters({ filters, onFilter }: EnquiryFiltersProps) {
  const me = useMe();
  const colleagues = useColleagues().data ?? [];
  const set = (field: string) => (value: string) =>
    onFilter([{ field, operator: 'eq', value: value === '' ? undefined : value }]);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const inUse = filters.filter((filter) => 'field' in filter && filter.field !== 'q' && filter.value !== undefined);
  const others = colleagues.filter(({ id }) => id !== me.id);
  return (
    <search className="filters">
      <SearchField label="Search enquiries" value={filterValue(filters, 'q')} onSearch={set('q')} />
      <button
        type="button"
        className="more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{inUse.length > 0 && ` (${inUse.length})`}
      </button>
      <div id={id} className="choices" data-open={isOpen}>
        <SelectField
          label="Status"
          value={filterValue(filters, 'status')}
          options={[['', 'All but spam'], ...STATUS_OPTIONS]}
          onChange={set('status')}
        />
        <SelectField
          label="Read"
          value={filterValue(filters, 'unread')}
          options={[
            ['', 'All'],
            ['true', 'Unread'],
            ['false', 'Read'],
          ]}
          onChange={set('unread')}
        />
        <SelectField
          label="Whose"
          value={filterValue(filters, 'assignee')}
          options={[
            ['', 'Everybody’s'],
            [me.id, 'Mine'],
            ['none', 'Nobody’s'],
            ...others.map(({ id, name }) => [id, `${name}’s`] as const),
          ]}
          onChange={set('assignee')}
        />
        <SelectField
          label="Form"
          value={filterValue(filters, 'form')}
          options={[['', 'All forms'], ...Object.entries(FORM)]}
          onChange={set('form')}
        />
      </div>
    </search>
  );
}
