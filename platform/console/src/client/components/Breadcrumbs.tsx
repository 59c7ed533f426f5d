import type { Breadcrumb } from '@wholepage/contracts/report';
import type { Before } from '../../observed';
import { type Column, DataTable } from './tables/DataTable';

const seconds = ({ ago }: Breadcrumb): string => (ago / 1000).toFixed(1);

const kindOf = (one: Breadcrumb): string => {
  if ('page' in one) return 'Page';
  return 'click' in one ? 'Click' : 'Call';
};

const whatOf = (one: Breadcrumb): string => {
  if ('page' in one) return one.page;
  if ('click' in one) return one.click;
  return one.fetch === 0 ? 'no status' : String(one.fetch);
};

const COLUMNS: Column<Breadcrumb>[] = [
  { header: 'Seconds before', value: seconds, isNumber: true },
  { header: 'Kind', value: kindOf },
  { header: 'What', value: whatOf, show: (one) => <code>{whatOf(one)}</code> },
];

/** What one visitor did before an error: pages by pattern, clicks by element, calls by status. */
export function Breadcrumbs({ before }: { before: Before | undefined }) {
  if (!before) return <p className="empty">No browser said what happened before.</p>;
  const { breadcrumbs, version, browser, isVerified } = before;
  return (
    <>
      <p className="hint">
        Of one visit with {browser}, in <code>{version}</code>. {!isVerified && 'No page view proves it.'}
      </p>
      <DataTable name="Before the error" rows={breadcrumbs} columns={COLUMNS} empty="Nothing happened before." />
    </>
  );
}
