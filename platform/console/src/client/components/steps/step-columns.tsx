import { Link } from 'react-router-dom';
import type { StepSummary } from '../../../shapes';
import { Time } from '../Time';
import type { Column } from '../tables/DataTable';

/** What the gate made of a step's release, in words. */
export const gateText = ({ verification }: StepSummary): string => {
  if (!verification) return '';
  const { held, skipped, reason } = verification;
  return `${held.length} held${skipped.length > 0 ? `; left out: ${skipped.join(', ')} (${reason})` : ''}`;
};

const reasonOf = ({ why, breaks }: StepSummary): string =>
  [why, breaks && `broke the lock: ${breaks}`].filter(Boolean).join('; ');

/** One release stands in the place, or beside, another one: the two can be compared. */
const isExchange = ({ version, previous }: Pick<StepSummary, 'version' | 'previous'>): boolean =>
  Boolean(version && previous && version !== previous);

/** Columns of steps of the history. */
export const STEP_COLUMNS: Column<StepSummary>[] = [
  { header: 'When', value: ({ at }) => at, show: ({ at }) => <Time at={at} /> },
  { header: 'Step', value: ({ action }) => action, show: ({ action }) => <span className="word">{action}</span> },
  {
    header: 'App',
    value: ({ app }) => app,
    show: ({ app }) => (app === 'site' ? 'site' : <Link to={`/apps/${app}`}>{app}</Link>),
  },
  { header: 'Version', value: ({ version }) => version, show: ({ version }) => <code>{version || '–'}</code> },
  {
    header: 'Changes',
    value: ({ version, previous }) => (isExchange({ version, previous }) ? `from ${previous}` : ''),
    show: ({ app, version, previous }) =>
      isExchange({ version, previous }) ? (
        <Link to={`/apps/${app}/compare?from=${previous}&to=${version}`}>From {previous}</Link>
      ) : (
        '–'
      ),
  },
  { header: 'By', value: ({ by }) => by },
  { header: 'Why', value: reasonOf, show: (step) => reasonOf(step) || '–' },
  { header: 'Gate', value: gateText, show: (step) => gateText(step) || '–' },
];
