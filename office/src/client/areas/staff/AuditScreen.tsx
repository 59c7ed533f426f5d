import { useQuery } from '@tanstack/react-query';
import type { auditRowSchema } from 'api-wire/office/overview';
import type { z } from 'zod';
import { SelectField } from '../../components/fields/TextField';
import { Loaded } from '../../components/Loaded';
import { type Column, FilteredList, ListTable, useListTable } from '../../components/list/FilteredList';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { json } from '../../data/api';

type Row = z.output<typeof auditRowSchema>;

interface Entry {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  address: string;
}

const AREA = [
  ['inbox', 'Inbox'],
  ['courses', 'Courses'],
  ['blog', 'Blog'],
  ['facts', 'Company and menu'],
  ['people', 'Data protection'],
] as const;
const areaWords = new Map<string, string>(AREA);

const detailText = (detail: Row['detail']): string =>
  Object.entries(detail ?? {})
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const DONE: Column<Row>[] = [
  { header: 'When', show: ({ at }) => <Time at={at} /> },
  { header: 'Who', show: ({ actor }) => actor },
  { header: 'Where', show: ({ area }) => areaWords.get(area) ?? area },
  { header: 'Did', show: ({ action }) => action },
  { header: 'To', show: ({ record }) => <code>{record}</code> },
  { header: 'Details', show: ({ detail }) => detailText(detail) },
];
const SIGNED_IN: Column<Entry>[] = [
  { header: 'When', show: ({ at }) => <Time at={at} /> },
  { header: 'Who', show: ({ actor }) => actor },
  { header: 'Did', show: ({ action }) => action },
  { header: 'To', show: ({ subject }) => subject },
  { header: 'From', show: ({ address }) => <span className="address">{address}</span> },
];

/** Who did what, and who looked at personal data. */
export function AuditScreen() {
  const table = useListTable<Row>('audit', { sort: 'id', pageSize: 50 });
  const entries = useQuery({
    queryKey: ['sign-in-audit'],
    queryFn: () => json<{ entries: Entry[] }>('GET', '/sign-in/audit?limit=50'),
  });
  return (
    <Screen title="Audit">
      <p className="hint">Nobody can change or remove a line. Lines hold ids, not personal data.</p>
      <search className="filters">
        <SelectField
          label="Area"
          value={table.filtered('area')}
          options={[['', 'All areas'], ...AREA]}
          onChange={table.filter('area')}
        />
      </search>
      <FilteredList
        table={table}
        caption="What people did"
        columns={DONE}
        idOf={({ id }) => String(id)}
        one="line"
        empty={{ filtered: 'Nothing was done in this area yet.', all: 'Nothing was done here yet.' }}
      />
      <h2>Signing in</h2>
      <Loaded query={entries}>
        {(answer) => <ListTable caption="Signing in" rows={answer.entries} columns={SIGNED_IN} idOf={({ id }) => id} />}
      </Loaded>
    </Screen>
  );
}
