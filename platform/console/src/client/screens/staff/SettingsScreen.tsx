import { useMutation, useQuery } from '@tanstack/react-query';
import type { SettingShown } from '../../../shapes';
import { Loaded } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { get, post } from '../../data/api';
import { isAdmin } from '../../data/may';
import type { Me } from '../../data/queries';

const COLUMNS: Column<SettingShown>[] = [
  { header: 'Setting', value: ({ name }) => name, show: ({ name }) => <code>{name}</code> },
  { header: 'Value', value: ({ value }) => value },
  { header: 'What it is for', value: ({ what }) => what },
];

function TryNotify({ me }: { me: Me }) {
  const attempt = useMutation({ mutationFn: () => post('/api/settings/notify-test', {}, me.csrf) });
  return (
    <>
      <h2>Notifications</h2>
      <p className="actions">
        <button type="button" disabled={attempt.isPending} onClick={() => attempt.mutate()}>
          Send a message to try NOTIFY_URL
        </button>
      </p>
      <p role="status">{attempt.isSuccess && 'The chat took it.'}</p>
      {attempt.error && (
        <p role="alert" className="failure">
          {attempt.error.message}
        </p>
      )}
    </>
  );
}

/** What the console is set to. It is changed where the console is started. */
export function SettingsScreen({ me }: { me: Me }) {
  const query = useQuery({ queryKey: ['settings'], queryFn: () => get<{ settings: SettingShown[] }>('/api/settings') });
  return (
    <Screen title="Settings">
      <p className="facts">Settings come from the environment of the console. Keys and passwords are not shown.</p>
      <Loaded query={query}>
        {({ settings }) => <DataTable name="Settings" rows={settings} columns={COLUMNS} empty="Nothing is set." />}
      </Loaded>
      {isAdmin(me) && <TryNotify me={me} />}
    </Screen>
  );
}
