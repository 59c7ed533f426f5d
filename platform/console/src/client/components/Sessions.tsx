import { useState } from 'react';
import { consoleCommand } from '../../command';
import { counted, deviceText } from '../data/figures';
import { type Me, type Mine, post } from '../data/queries';
import { ActDialog } from './ActDialog';
import { type Column, DataTable } from './DataTable';
import { Time } from './Screen';

type Session = Mine['sessions'][number];

interface SessionsTableProps {
  me: Me;
  /** Whose they are. */
  person: { id: string; name: string };
  sessions: Session[];
  /** Where one is ended. */
  pathOf(session: string): string;
  onDone(): unknown;
}

/** Where somebody is signed in. One is ended at a time; that of the page is signed out of instead. */
export function SessionsTable({ me, person, sessions, pathOf, onDone }: SessionsTableProps) {
  const [wanted, setWanted] = useState<Session>();
  const columns: Column<Session>[] = [
    { header: 'Device', value: ({ device }) => deviceText(device) },
    { header: 'From', value: ({ address }) => address },
    { header: 'Signed in', value: ({ createdAt }) => createdAt, show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last seen', value: ({ seenAt }) => seenAt, show: ({ seenAt }) => <Time at={seenAt} /> },
    {
      header: 'End',
      value: ({ id }) => (id === me.session ? 'this session' : ''),
      show: (session) =>
        session.id === me.session ? (
          'This session'
        ) : (
          <button type="button" onClick={() => setWanted(session)}>
            End the session of {deviceText(session.device)}
          </button>
        ),
    },
  ];
  const name = person.id === me.person.id ? 'Your sessions' : `Sessions of ${person.name}`;
  return (
    <>
      <DataTable name={name} rows={sessions} columns={columns} empty={`${person.name} is not signed in.`} />
      {wanted && (
        <ActDialog
          me={me}
          title={`End the session of ${deviceText(wanted.device)}`}
          isDangerous
          consequence={
            <p>
              1 of {counted(sessions.length, 'session')} of {person.name} ends with its next request. What is typed
              there and not sent is lost.
            </p>
          }
          command={consoleCommand('end-session', person.id, `--session=${wanted.id}`)}
          act={() => post(pathOf(wanted.id), {}, me.csrf)}
          onDone={onDone}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  );
}

type Passkey = Mine['passkeys'][number];

interface PasskeysTableProps {
  me: Me;
  /** Whose they are. */
  person: { id: string; name: string };
  passkeys: Passkey[];
  /** Where one is removed. */
  pathOf(passkey: string): string;
  onDone(): unknown;
}

/** The passkeys with which somebody signs in. */
export function PasskeysTable({ me, person, passkeys, pathOf, onDone }: PasskeysTableProps) {
  const [wanted, setWanted] = useState<Passkey>();
  const isOwn = person.id === me.person.id;
  const left = passkeys.length - 1;
  const columns: Column<Passkey>[] = [
    { header: 'Passkey', value: ({ name }) => name },
    { header: 'Made', value: ({ createdAt }) => createdAt, show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last used', value: ({ usedAt }) => usedAt ?? '', show: ({ usedAt }) => <Time at={usedAt} /> },
    {
      header: 'Remove',
      value: () => '',
      show: (passkey) => (
        <button type="button" onClick={() => setWanted(passkey)}>
          Remove the passkey {passkey.name}
        </button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        name={isOwn ? 'Your passkeys' : `Passkeys of ${person.name}`}
        rows={passkeys}
        columns={columns}
        empty={isOwn ? 'You have none. With a passkey you need no link the next time.' : `${person.name} has none.`}
      />
      {wanted && (
        <ActDialog
          me={me}
          title={`Remove the passkey ${wanted.name}`}
          isDangerous
          consequence={
            <p>
              {counted(left, 'passkey')} of {person.name} {left === 1 ? 'is' : 'are'} left.{' '}
              {left === 0 && 'The next time only a new link signs in. '}Open sessions go on.
            </p>
          }
          command={consoleCommand('remove-passkey', person.id, `--passkey=${wanted.id}`)}
          act={() => post(pathOf(wanted.id), {}, me.csrf)}
          onDone={onDone}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  );
}
