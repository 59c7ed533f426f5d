import { useQuery, useQueryClient } from '@tanstack/react-query';
import { copyText } from '@wholepage/staff-kit/copy-text';
import { useState } from 'react';
import { acting, Dialog } from '../../components/Dialog';
import { SelectField, TextField } from '../../components/fields/TextField';
import { Failure, Loaded, State, sending } from '../../components/Loaded';
import { type Column, ListTable } from '../../components/list/FilteredList';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { json } from '../../data/api';
import { plural } from '../../data/format';
import { useMe } from '../../data/me';
import { useAct } from '../../data/use-act';

const columnsOf = (open: string | undefined, onOpen: (id: string | undefined) => void): Column<Person>[] => [
  { header: 'Name', show: ({ name }) => name },
  { header: 'Rights', show: ({ rights }) => rights.join(', ') },
  {
    header: 'Access',
    show: ({ endedAt }) => <State kind={endedAt ? 'warn' : 'good'}>{endedAt ? 'Ended' : 'Open'}</State>,
  },
  { header: 'Last seen', show: ({ seenAt }) => <Time at={seenAt} /> },
  { header: 'Sessions', isNumber: true, show: ({ sessions }) => sessions },
  { header: 'Passkeys', isNumber: true, show: ({ passkeys }) => passkeys },
  {
    header: 'Manage',
    show: ({ id, name }) => (
      <button type="button" aria-expanded={open === id} onClick={() => onOpen(open === id ? undefined : id)}>
        Manage {name}
      </button>
    ),
  },
];

/** Who may come in, and what they may do. */
export function PeopleScreen() {
  const me = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState<string>();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => json<{ people: Person[] }>('GET', '/sign-in/people'),
  });
  const onDone = () => {
    void client.invalidateQueries({ queryKey: ['people'] });
    void client.invalidateQueries({ queryKey: ['me'] });
  };
  return (
    <Screen title="People">
      <Loaded query={people}>
        {(answer) => {
          const person = answer.people.find(({ id }) => id === open);
          return (
            <>
              <ListTable
                caption="People"
                rows={answer.people}
                columns={columnsOf(open, setOpen)}
                idOf={({ id }) => id}
              />
              {person && <PersonSection key={person.id} person={person} onDone={onDone} />}
            </>
          );
        }}
      </Loaded>
      {me.asksAgainBy === 'passkey' ? (
        <Invite />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
    </Screen>
  );
}

/** Makes a link that lets somebody in. */
function Invite() {
  const [name, setName] = useState('');
  const [right, setRight] = useState('desk');
  const invite = useAct({ act: () => json<{ link: string }>('POST', '/sign-in/people/invite', { name, right }) });
  return (
    <form className="sheet" onSubmit={sending(invite)}>
      <h2>Invite somebody</h2>
      <TextField label="Name" value={name} required maxLength={100} onChange={setName} />
      <SelectField label="Right" value={right} options={RIGHTS} onChange={setRight} />
      <Failure error={invite.error} />
      <button type="submit" className="primary" disabled={invite.isPending}>
        Invite {name || 'somebody'}
      </button>
      {invite.data && (
        <div role="status">
          <p>This link signs {name} in once, within 15 minutes. Nobody can see it again.</p>
          <p>
            <code>{invite.data.link}</code>
          </p>
          <button type="button" onClick={() => void copyText(invite.data.link)}>
            Copy the link
          </button>
        </div>
      )}
    </form>
  );
}

/** What can be done about one person. @param onDone has the list asked for again */
function PersonSection({ person, onDone }: { person: Person; onDone(): void }) {
  const me = useMe();
  const { id, name, endedAt } = person;
  const [dialog, setDialog] = useState<'rights' | 'access'>();
  const path = `/sign-in/people/${id}/sessions`;
  const ways = useQuery({ queryKey: ['people', id], queryFn: () => json<Ways>('GET', path) });
  const common = {
    person,
    onDone: () => {
      setDialog(undefined);
      onDone();
    },
    onClose: () => setDialog(undefined),
  };
  return (
    <section className="sheet" aria-labelledby={`person-${id}`}>
      <h2 id={`person-${id}`}>{name}</h2>
      <div className="actions">
        {me.asksAgainBy === 'passkey' && (
          <button type="button" onClick={() => setDialog('rights')}>
            Change the rights of {name}
          </button>
        )}
        {id !== me.id && (
          <button type="button" className={endedAt ? '' : 'danger'} onClick={() => setDialog('access')}>
            {endedAt ? 'Open' : 'End'} the access of {name}
          </button>
        )}
      </div>
      <Loaded query={ways}>
        {({ sessions }) =>
          sessions.length > 0 ? (
            <SessionsTable
              caption={`Sessions of ${name}`}
              sessions={sessions}
              pathOf={(session) => `${path}/${session}/end`}
              onDone={onDone}
            />
          ) : (
            <p className="hint">{name} is not signed in.</p>
          )
        }
      </Loaded>
      {dialog === 'rights' && <RightsDialog {...common} />}
      {dialog === 'access' && <AccessDialog {...common} />}
    </section>
  );
}

/** Gives somebody other rights. */
function RightsDialog({ person, onDone, onClose }: { person: Person; onDone(): void; onClose(): void }) {
  const { id, name, rights, sessions } = person;
  const me = useMe();
  const [wanted, setWanted] = useState<readonly string[]>(rights);
  const change = useAct({
    act: () => json('POST', `/sign-in/people/${id}/rights`, { rights: wanted }),
    done: `The rights of ${name} are changed.`,
  });
  return (
    <Dialog
      title={`Change the rights of ${name}`}
      action="Change the rights"
      {...acting(change, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>
        {plural(sessions, 'open session')} of {name} {sessions === 1 ? 'goes' : 'go'} on with the new rights at once.
        {id === me.id && ' These are your own: what you take from yourself, another owner has to give back.'}
      </p>
      <fieldset className="plain">
        <legend>{name} holds</legend>
        {RIGHTS.map(([right, text]) => (
          <label key={right} className="check">
            <input
              type="checkbox"
              checked={wanted.includes(right)}
              onChange={({ target }) =>
                setWanted(target.checked ? [...wanted, right] : wanted.filter((held) => held !== right))
              }
            />
            {text}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}

/** Ends somebody's access, or opens it again. */
function AccessDialog({ person, onDone, onClose }: { person: Person; onDone(): void; onClose(): void }) {
  // What it asks stays what it asked when it opened, whatever becomes of the person meanwhile.
  const [{ id, name, endedAt, sessions, passkeys }] = useState(person);
  const change = useAct({
    act: () => json('POST', `/sign-in/people/${id}/${endedAt ? 'open' : 'end'}`, {}),
    done: `The access of ${name} is ${endedAt ? 'open' : 'ended'}.`,
  });
  return (
    <Dialog
      title={`${endedAt ? 'Open' : 'End'} the access of ${name}`}
      action={`${endedAt ? 'Open' : 'End'} the access`}
      isDangerous={!endedAt}
      {...acting(change, { onSuccess: onDone })}
      onClose={onClose}
    >
      {endedAt ? (
        <p>{name} may come in again, and needs a new link.</p>
      ) : (
        <p>
          {plural(sessions, 'session')} of {name} {sessions === 1 ? 'ends' : 'end'} and {plural(passkeys, 'passkey')}{' '}
          {passkeys === 1 ? 'is' : 'are'} removed at once. Links that nobody used yet let nobody in. Notes and the audit
          stay.
        </p>
      )}
    </Dialog>
  );
}

/** Somebody who may come in, as the server tells. */
interface Person {
  id: string;
  name: string;
  rights: string[];
  endedAt: string | null;
  seenAt: string | null;
  sessions: number;
  passkeys: number;
}

/** Where somebody is signed in, and with what. */
export interface Ways {
  sessions: { id: string; device: string; address: string; createdAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; createdAt: string; usedAt: string | null }[];
}

const RIGHTS = [
  ['desk', 'desk: enquiries, enrolments and orders'],
  ['writer', 'writer: the blog alone'],
  ['owner', 'owner: everything, refunds and people too'],
] as const;

/** What a browser says of itself, short. */
const deviceText = (device: string): string =>
  /(Firefox|Edg|Chrome|Safari)\/(\d+)/.exec(device)?.slice(1).join(' ') ?? (device.slice(0, 40) || 'an unknown device');

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
            1 of {plural(sessions.length, 'session')} ends with its next request. What is typed there and not sent has
            to be sent after signing in again.
          </p>
        </Dialog>
      )}
    </>
  );
}
