import { json, useGet } from '@wholepage/staff-kit/browser/calls';
import { ActButton } from '@wholepage/staff-kit/browser/forms';
import { Loaded, Screen } from '@wholepage/staff-kit/browser/screen';
import { codeColumn } from '@wholepage/staff-kit/browser/table';
import { useState } from 'react';
import { consoleCommand, NO_NOTIFY, NOT_SET } from '../../command';
import type { SettingShown } from '../../shapes';
import { type Column, DataTable } from '../components/DataTable';
import { useHolds } from '../data/queries';

const COLUMNS: Column<SettingShown>[] = [
  codeColumn('Setting', ({ name }) => name),
  codeColumn('Value', ({ value }) => value),
  { header: 'What it is for', value: ({ what }) => what },
];

function TryNotify({ host }: { host: string }) {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <h2>Notifications</h2>
      {host === NOT_SET ? (
        <p className="hint">{NO_NOTIFY}</p>
      ) : (
        <p className="actions">
          <ActButton
            text="Send a message to try NOTIFY_URL"
            command={consoleCommand('try-notify')}
            act={() => json('POST', '/api/settings/notify-test', {})}
            onDone={() => setDone(true)}
          >
            <p>1 message with your name goes to the chat at {host}. It cannot be taken back.</p>
          </ActButton>
        </p>
      )}
      <p role="status">{isDone && 'The chat took it.'}</p>
    </>
  );
}

/** Shows the settings. They are changed in the environment in which the console starts. */
export function SettingsScreen() {
  const isAdmin = useHolds()('admin');
  return (
    <Screen title="Settings">
      <p className="hint">Settings come from the environment of the console. Keys and passwords are not shown.</p>
      <Loaded query={useGet<{ settings: SettingShown[] }>(['settings'], '/api/settings')}>
        {({ settings }) => (
          <>
            <DataTable name="Settings" rows={settings} columns={COLUMNS} empty="Nothing is set." />
            {isAdmin && <TryNotify host={settings.find(({ name }) => name === 'NOTIFY_URL')?.value ?? NOT_SET} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
