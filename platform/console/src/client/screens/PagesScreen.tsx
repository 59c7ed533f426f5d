import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { Loaded, later, Screen, State } from '@wholepage/staff-kit/browser/screen';
import { codeColumn } from '@wholepage/staff-kit/browser/table';
import type { Figures, PageFigures, PagesDetails } from '../../shapes';
import { AppChoice, DAYS, useChoices } from '../components/Choice';
import { type Column, DataTable } from '../components/DataTable';
import { durationText, GOOD, orEmpty, percentText, shiftText } from '../data/figures';
import { useFiltered } from '../data/queries';

const VitalsChart = later('chart', () => import('../components/Charts').then((charts) => charts.VitalsChart));

const DEVICES = [
  ['', 'All devices'],
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
] as const;

const vitalColumn = (vital: keyof typeof GOOD, text: (value: number | undefined) => string): Column<Figures> => ({
  header: `${vital.toUpperCase()} p75`,
  value: (figures) => orEmpty(figures[vital]),
  show: ({ [vital]: value }) =>
    value !== undefined && value > GOOD[vital] ? <State kind="warn">{text(value)}</State> : text(value),
  isNumber: true,
});

const FIGURES: Column<Figures>[] = [
  { header: 'Visits', value: ({ visits }) => visits, isNumber: true },
  { ...vitalColumn('lcp', durationText), unit: 'ms' },
  { ...vitalColumn('inp', durationText), unit: 'ms' },
  vitalColumn('cls', shiftText),
  {
    header: 'Failures',
    value: ({ failed }) => failed,
    show: ({ failed, visits }) => (failed > 0 ? `${failed} (${percentText(failed / visits)})` : String(failed)),
    isNumber: true,
  },
];

const PAGES: Column<PageFigures>[] = [
  codeColumn('Page', ({ page }) => page),
  { header: 'App', value: ({ app }) => app },
  codeColumn('Release', ({ version }) => version),
  { header: 'Device', value: ({ device }) => device },
  ...FIGURES,
];

const BY_DAY: Column<PagesDetails['days'][number]>[] = [{ header: 'Day', value: ({ day }) => day }, ...FIGURES];

export function PagesScreen() {
  const { chosen, choose } = useChoices({ app: '', days: '7', device: '' });
  return (
    <Screen title="Pages">
      <p className="hint">
        Three in four visits took at most so long, as browsers report it. LCP: until the largest part is painted. INP:
        until a touch is answered. CLS: how much moved.
      </p>
      <div className="choices">
        <AppChoice value={chosen.app} onChoose={choose('app')} />
        <SelectField label="Days" value={chosen.days} options={DAYS} onChange={choose('days')} />
        <SelectField label="Device" value={chosen.device} options={DEVICES} onChange={choose('device')} />
      </div>
      <Loaded query={useFiltered<PagesDetails>('/api/pages', chosen)}>
        {(details) => (
          <>
            <DataTable
              name="Pages"
              rows={details.pages}
              columns={PAGES}
              empty="No visit was measured within these days. Browsers report when a visitor leaves."
            />
            {details.days.length > 0 && (
              <>
                <h2>By day</h2>
                {details.days.length > 1 && <VitalsChart days={details.days} />}
                <DataTable name="Days" rows={details.days} columns={BY_DAY} empty="" />
              </>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
