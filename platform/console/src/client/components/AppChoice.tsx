import { useOverview } from '../data/queries/queries';
import { Choice } from './Choice';

/** Which app is shown; the empty one stands for all. */
export function AppChoice({ value, onChoose }: { value: string; onChoose(app: string): void }) {
  const apps = useOverview().data?.apps ?? [];
  const choices = [['', 'All apps'] as const, ...apps.map(({ app }) => [app, app] as const)];
  return <Choice label="App" value={value} choices={choices} onChoose={onChoose} />;
}
