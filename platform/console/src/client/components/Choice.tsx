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

/** Reads a screen's filters from the address, and changes them there. @param defaults of filters that the address lacks */
export function useChoices<Chosen extends Record<string, string>>(defaults: Chosen) {
  const [search, setSearch] = useSearchParams();
  const given = Object.keys(defaults).map((name) => [name, search.get(name) ?? defaults[name]]);
  const chosen: Chosen = Object.fromEntries(given);
  const choose = (name: keyof Chosen) => (value: string) =>
    setSearch(filteredBy({ ...chosen, [name]: value }), { replace: true });
  return { chosen, choose };
}

/** Field to choose an app. The empty value stands for all apps. */
export function AppChoice({ value, onChoose }: { value: string; onChoose(app: string): void }) {
  const apps = useOverview().data?.apps ?? [];
  const options = [['', 'All apps'] as const, ...apps.map(({ app }) => [app, app] as const)];
  return <SelectField label="App" value={value} options={options} onChange={onChoose} />;
}
