import type { ComposerSummary } from '../../../observed';
import { Time } from '../Time';
import { type Column, DataTable } from './DataTable';

interface ComposersTableProps {
  composers: ComposerSummary[];
  /** Of the registry. */
  generation: number;
}

const stateOf = ({ hasFollowed, generation }: ComposerSummary): string =>
  hasFollowed ? 'Follows' : `Behind, at generation ${generation}`;

const COLUMNS: Column<ComposerSummary>[] = [
  { header: 'Composer', value: ({ host, id }) => `${host} ${id.slice(0, 8)}` },
  {
    header: 'State',
    value: stateOf,
    show: (composer) => (
      <span className="state" data-kind={composer.hasFollowed ? 'good' : 'warn'}>
        {stateOf(composer)}
      </span>
    ),
  },
  { header: 'Generation', value: ({ generation }) => generation, isNumber: true },
  { header: 'Started', value: ({ startedAt }) => startedAt, show: ({ startedAt }) => <Time at={startedAt} /> },
  { header: 'Heard', value: ({ seenAt }) => seenAt, show: ({ seenAt }) => <Time at={seenAt} /> },
];

/** Composers that were heard within the last minute, and whether each follows the registry. */
export function ComposersTable({ composers, generation }: ComposersTableProps) {
  return (
    <>
      <h2>Composers</h2>
      <p className="facts">Each is heard every ten seconds. The registry is at generation {generation}.</p>
      <DataTable
        name="Composers"
        rows={composers}
        columns={COLUMNS}
        empty="No composer was heard within the last minute. Each needs the same PRIVATE_STORE_URL as the console."
      />
    </>
  );
}
