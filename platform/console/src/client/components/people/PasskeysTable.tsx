import { useState } from 'react';
import { consoleCommand } from '../../../people-command';
import { post } from '../../data/api';
import { counted } from '../../data/counted';
import type { Me, Mine } from '../../data/queries/queries';
import { ActDialog } from '../ActDialog';
import { Time } from '../Time';
import { type Column, DataTable } from '../tables/DataTable';

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
