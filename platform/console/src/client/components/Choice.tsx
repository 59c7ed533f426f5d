import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { useSearchParams } from 'react-router-dom';
import { KEPT_DAYS } from '../../shapes';
import { filteredBy, useOverview } from '../data/queries';

export const DAYS = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
  [String(KEPT_DAYS), `${KEPT_DAYS} days`],
] as const;

/** What a screen shows, as its address says, and how somebody chooses something else. @param defaults where it says nothing */
export function useChoices<Chosen extends Record<string, string>>(defaults: Chosen) {
  const [search, setSearch] = useSearchParams();
  const given = Object.keys(defaults).map((name) => [name, search.get(name) ?? defaults[name]]);
  const chosen: Chosen = Object.fromEntries(given);
  const choose = (name: keyof Chosen) => (value: string) =>
    setSearch(filteredBy({ ...chosen, [name]: value }), { replace: true });
  return { chosen, choose };
}

/** Which app is shown; the empty one stands for all. */
export function AppChoice({ value, onChoose }: { value: string; onChoose(app: string): void }) {
  const apps = useOverview().data?.apps ?? [];
  const options = [['', 'All apps'] as const, ...apps.map(({ app }) => [app, app] as const)];
  return <SelectField label="App" value={value} options={options} onChange={onChoose} />;
}
