import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { useOverview } from '../data/queries';

export const DAYS = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

/** Which app is shown; the empty one stands for all. */
export function AppChoice({ value, onChoose }: { value: string; onChoose(app: string): void }) {
  const apps = useOverview().data?.apps ?? [];
  const options = [['', 'All apps'] as const, ...apps.map(({ app }) => [app, app] as const)];
  return <SelectField label="App" value={value} options={options} onChange={onChoose} />;
}
