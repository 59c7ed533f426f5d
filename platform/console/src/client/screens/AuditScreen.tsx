import { type Column, DataTable } from '../components/DataTable';
import { Loaded, Screen, Time } from '../components/Screen';
import { STEP_COLUMNS } from '../components/VersionsTable';
import { type AuditEntry, useAudit, useHistory } from '../data/queries';

/** The newest steps of all apps. */
export function HistoryScreen() {
  return (
    <Screen title="History">
      <Loaded query={useHistory()}>
        {({ history }) => (
          <DataTable name="Steps" rows={history} columns={STEP_COLUMNS} canFilter empty="No step was taken yet." />
        )}
      </Loaded>
    </Screen>
  );
}

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const detailText = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join('; ');

const COLUMNS: Column<AuditEntry>[] = [
  { header: 'When', value: ({ at }) => at, show: ({ at }) => <Time at={at} /> },
  { header: 'Who', value: ({ actor }) => actor },
  { header: 'Did', value: ({ action }) => action },
  { header: 'To', value: ({ subject }) => subject },
  { header: 'Details', value: ({ detail }) => detailText(detail) },
  { header: 'From', value: ({ address }) => address },
];

/** Who did what here, and what was refused. */
export function AuditScreen() {
  return (
    <Screen title="Audit">
      <p className="facts">The newest 500 lines. Nobody can change or remove one.</p>
      <Loaded query={useAudit()}>
        {({ entries }) => (
          <DataTable name="Audit" rows={entries} columns={COLUMNS} canFilter empty="Nothing was done yet." />
        )}
      </Loaded>
    </Screen>
  );
}
