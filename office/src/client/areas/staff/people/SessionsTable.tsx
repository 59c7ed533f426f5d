import { useState } from 'react';
import { Dialog } from '../../../components/Dialog';
import { type Column, ListTable } from '../../../components/list/ListTable';
import { Time } from '../../../components/Time';
import { json } from '../../../data/api';
import { useMe } from '../../../data/me';
import { useAct } from '../../../data/use-act';
import { counted, deviceText, type Ways } from './person';

type Session = Ways['sessions'][number];

interface SessionsTableProps {
  caption: string;
  sessions: Session[];
  /** Where one is ended. */
  pathOf(session: string): string;
  onDone(): void;
}

/** Where somebody is signed in. One is ended at a time; that of the page is signed out of instead. */
export function SessionsTable({ caption, sessions, pathOf, onDone }: SessionsTableProps) {
  const me = useMe();
  const [wanted, setWanted] = useState<Session>();
  const end = useAct({ act: (id: string) => json('POST', pathOf(id), {}), done: 'The session is ended.' });
  const columns: Column<Session>[] = [
    { header: 'Device', show: ({ device }) => deviceText(device) },
    { header: 'From', show: ({ address }) => address },
    { header: 'Signed in', show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last seen', show: ({ seenAt }) => <Time at={seenAt} /> },
    {
      header: 'End',
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
  return (
    <>
      <ListTable caption={caption} rows={sessions} columns={columns} idOf={({ id }) => id} />
      {wanted && (
        <Dialog
          title={`End the session of ${deviceText(wanted.device)}`}
          action="End the session"
          isDangerous
          isPending={end.isPending}
          error={end.error}
          onAct={() =>
            end.mutate(wanted.id, {
              onSuccess: () => {
                setWanted(undefined);
                onDone();
              },
            })
          }
          onClose={() => setWanted(undefined)}
        >
          <p>
            1 of {counted(sessions.length, 'session')} ends with its next request. What is typed there and not sent has
            to be sent after signing in again.
          </p>
        </Dialog>
      )}
    </>
  );
}
