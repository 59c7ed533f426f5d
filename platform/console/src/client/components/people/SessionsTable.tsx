import { useState } from 'react';
import { consoleCommand } from '../../../people-command';
import { post } from '../../data/api';
import { counted, deviceText } from '../../data/counted';
import type { Me, Mine } from '../../data/queries/queries';
import { ActDialog } from '../ActDialog';
import { Time } from '../Time';
import { type Column, DataTable } from '../tables/DataTable';

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
