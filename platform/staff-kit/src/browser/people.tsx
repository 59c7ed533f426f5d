import { useQueryClient } from '@tanstack/react-query';
import { registerPasskey } from '@wholepage/sign-in/browser/passkeys';
import { IDLE_MINUTES, LINK_MINUTES } from '@wholepage/sign-in/lifetimes';
import type { PersonRow } from '@wholepage/sign-in/people';
import { typedRights } from '@wholepage/sign-in/rights';
import type { AuditEntry } from '@wholepage/sign-in/tables';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { json, useGet, useOnce } from './calls';
import { ActButton, ActDialog, SameCommand, SelectField, sending, TextField } from './forms';
import { Command, counted, Fact, Failure, Loaded, moment, Screen, Time } from './screen';
import { ME, useStaff } from './staff';
import { linkColumn, stateColumn, timeColumn } from './table';

/*
 * Screens for the people of a service: their access and rights, one's own account, and the audit of signing in. The
 * server's part is platform/sign-in.
 */

/** A row as JSON: its dates are texts. */
type InJson<Row> = {
  [Field in keyof Row]: Row[Field] extends Date ? string : Row[Field] extends Date | null ? string | null : Row[Field];
};

type Person = InJson<PersonRow>;

const PEOPLE = ['people'];
const usePeople = () => useGet<{ people: Person[] }>(PEOPLE, '/sign-in/people');

export function PeopleScreen() {
  const { me, service } = useStaff();
  return (
    <Screen title="People">
      <Loaded query={usePeople()}>
        {({ people }) => (
          <service.Table
            name="People"
            rows={people}
            columns={[
              linkColumn(
                'Name',
                ({ name }: Person) => name,
                ({ id }) => `/people/${id}`,
              ),
              { header: 'Rights', value: ({ rights }) => rights.join(', ') },
              stateColumn(
                'Access',
                ({ endedAt }: Person) => (endedAt ? 'Ended' : 'Open'),
                ({ endedAt }) => (endedAt ? 'warn' : 'good'),
              ),
              { header: 'Came by', value: ({ issuer }) => issuer },
              timeColumn('Last seen', ({ seenAt }: Person) => seenAt),
              { header: 'Sessions', value: ({ sessions }) => sessions, isNumber: true },
              { header: 'Passkeys', value: ({ passkeys }) => passkeys, isNumber: true },
            ]}
            empty="Nobody came in yet."
          />
        )}
      </Loaded>
      {me.asksAgainBy === 'passkey' ? (
        <InviteForm />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
    </Screen>
  );
}

/** The service's rights, each with what it allows. `hint` says so where a right is for named things, and must be typed. */
function useRights() {
  const model = useStaff().service.rights;
  const typed = typedRights(model);
  const choices = Object.entries(model).map(([right, { allows }], at) => [right, `${typed[at]}: ${allows}`] as const);
  const isTyped = Object.values(model).some(({ scope }) => scope);
  return { choices, hint: isTyped ? choices.map(([, text]) => text).join('; ') : undefined };
}

function InviteForm() {
  const { command } = useStaff().service;
  const { choices, hint } = useRights();
  const [name, setName] = useState('');
  const [right, setRight] = useState(choices[0]?.[0] ?? '');
  const invite = useOnce({
    mutationFn: () =>
      json<{ link: string }>('POST', '/sign-in/people/invite', { name, right }).then(({ link }) => ({ name, link })),
  });
  return (
    <form className="sheet" onSubmit={sending(invite)}>
      <h2>Invite somebody</h2>
      <TextField label="Name" value={name} required maxLength={100} onChange={setName} />
      {hint ? (
        <TextField label="Right" hint={hint} value={right} required onChange={setRight} />
      ) : (
        <SelectField label="Right" value={right} options={choices} onChange={setRight} />
      )}
      <SameCommand text={command?.('invite', name || 'NAME', '--right', right || 'RIGHT')} />
      <Failure error={invite.error} />
      <button type="submit" className="primary" disabled={invite.isPending}>
        Invite {name || 'somebody'}
      </button>
      {invite.data && (
        <div role="status">
          <p>
            This link signs {invite.data.name} in once, within {LINK_MINUTES} minutes. Nobody can see it again.
          </p>
          <Command text={invite.data.link} what="link" />
        </div>
      )}
    </form>
  );
}

export function PersonScreen() {
  const { id } = useParams();
  const query = usePeople();
  const person = query.data?.people.find((one) => one.id === id);
  return (
    <Screen title={person?.name ?? 'Person'}>
      <Loaded query={query}>
        {() =>
          person ? <PersonDetails key={person.id} person={person} /> : <p className="empty">There is no such person.</p>
        }
      </Loaded>
    </Screen>
  );
}

function PersonDetails({ person }: { person: Person }) {
  const { me, service } = useStaff();
  const queries = useQueryClient();
  const [changesRights, setChangesRights] = useState(false);
  const { id, name, email, rights, endedAt, seenAt, issuer, sessions, passkeys } = person;
  const path = `/sign-in/people/${id}`;
  const ways = useGet<Ways>([...PEOPLE, id], `${path}/sessions`);
  const onDone = () => Promise.all([PEOPLE, ME].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const verb = endedAt ? 'open' : 'end';
  return (
    <>
      <dl className="facts">
        <Fact name="Rights">{rights.join(', ') || 'none'}</Fact>
        <Fact name={endedAt ? 'Access ended' : 'Access'}>{endedAt ? <Time at={endedAt} /> : 'open'}</Fact>
        {email && <Fact name="E-mail">{email}</Fact>}
        <Fact name="Came by">{issuer}</Fact>
        <Fact name="Last seen">
          <Time at={seenAt} />
        </Fact>
      </dl>
      <p className="actions">
        {me.asksAgainBy === 'passkey' && (
          <button type="button" onClick={() => setChangesRights(true)}>
            Change the rights of {name}
          </button>
        )}
        {id !== me.person.id && (
          <ActButton
            text={`${endedAt ? 'Open' : 'End'} the access of ${name}`}
            isDangerous={!endedAt}
            command={service.command?.(`${verb}-access`, id)}
            act={() => json('POST', `${path}/${verb}`, {})}
            onDone={() => {
              service.say?.(`The access of ${name} is ${endedAt ? 'open' : 'ended'}.`);
              return onDone();
            }}
          >
            {endedAt ? (
              <p>
                {name} may come in again
                {me.asksAgainBy === 'passkey' && ', and needs a new link: 0 passkeys and 0 sessions are left'}.
              </p>
            ) : (
              <p>
                {counted(sessions, 'session')} of {name} {sessions === 1 ? 'ends' : 'end'} and{' '}
                {counted(passkeys, 'passkey')} {passkeys === 1 ? 'is' : 'are'} removed at once. Links that nobody used
                yet let nobody in. What {name} did stays in the audit.
              </p>
            )}
          </ActButton>
        )}
      </p>
      <Loaded query={ways}>{(found) => <WaysTables person={person} path={path} ways={found} onDone={onDone} />}</Loaded>
      {changesRights && <RightsDialog person={person} onDone={onDone} onClose={() => setChangesRights(false)} />}
    </>
  );
}

interface RightsDialogProps {
  person: Person;
  onDone(): unknown;
  onClose(): void;
}

function RightsDialog({ person: { id, name, rights, sessions }, onDone, onClose }: RightsDialogProps) {
  const { me, service } = useStaff();
  const { choices, hint } = useRights();
  const [seen] = useState(rights);
  const [text, setText] = useState(rights.join(' '));
  const wanted = text.split(/\s+/).filter(Boolean);
  return (
    <ActDialog
      title={`Change the rights of ${name}`}
      command={service.command?.('rights', id, ...wanted.flatMap((right) => ['--right', right]))}
      act={() => json('POST', `/sign-in/people/${id}/rights`, { rights: wanted, seen })}
      onDone={() => {
        service.say?.(`The rights of ${name} are changed.`);
        return onDone();
      }}
      onClose={onClose}
    >
      <p>
        {name} holds {rights.join(', ') || 'no right'} now. {counted(sessions, 'open session')}{' '}
        {sessions === 1 ? 'goes' : 'go'} on with the new rights from the next request.
        {id === me.person.id && ' These are your own: what you take from yourself, somebody else has to give back.'}
      </p>
      {hint ? (
        <TextField
          label="Rights, with a space between two"
          hint={hint}
          value={text}
          required
          maxLength={500}
          onChange={setText}
        />
      ) : (
        <fieldset className="plain">
          <legend>{name} holds</legend>
          {choices.map(([right, says]) => (
            <label key={right} className="check">
              <input
                type="checkbox"
                checked={wanted.includes(right)}
                onChange={({ target }) =>
                  setText([...wanted.filter((held) => held !== right), ...(target.checked ? [right] : [])].join(' '))
                }
              />
              {says}
            </label>
          ))}
        </fieldset>
      )}
    </ActDialog>
  );
}

type OpenSession = Record<'id' | 'device' | 'address' | 'createdAt' | 'seenAt', string>;
type Passkey = Record<'id' | 'name' | 'createdAt', string> & { usedAt: string | null };

interface Ways {
  sessions: OpenSession[];
  passkeys: Passkey[];
}

/** Edge names Chrome, too, and Safari its engine's version: its own is after `Version`. */
const BROWSER = /(Firefox|Edg|Chrome(?!.* Edg)|Version(?=\S+ (?:Mobile\S+ )?Safari))\/(\d+)/;
const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', Version: 'Safari' };

/** A browser's name and version from its user agent. */
export function deviceText(device: string): string {
  const [known, name = '', version] = BROWSER.exec(device) ?? [];
  return known ? `${NAMES[name] ?? name} ${version}` : device.slice(0, 40) || 'an unknown device';
}

type Came = { address: string };
const FROM = {
  header: 'From',
  value: ({ address }: Came) => address,
  show: ({ address }: Came) => address && <span className="address">{address}</span>,
};

interface WaysProps {
  person: { id: string; name: string };
  /** Base path of the calls that end sessions and remove passkeys. */
  path: string;
  ways: Ways;
  onDone(): unknown;
}

/** A person's sessions and, where people have them, passkeys. Each is removed alone; the page's own session is signed out of. */
function WaysTables({ person: { id, name }, path, ways: { sessions, passkeys }, onDone }: WaysProps) {
  const { me, service } = useStaff();
  const isOwn = id === me.person.id;
  const left = passkeys.length - 1;
  const common = { isDangerous: true, isPlain: true, onDone };
  return (
    <>
      <h2>Sessions</h2>
      <service.Table
        name={isOwn ? 'Your sessions' : `Sessions of ${name}`}
        rows={sessions}
        columns={[
          { header: 'Device', value: ({ device }) => deviceText(device) },
          FROM,
          timeColumn('Signed in', ({ createdAt }: OpenSession) => createdAt),
          timeColumn('Last seen', ({ seenAt }: OpenSession) => seenAt),
          {
            header: 'End',
            value: (session) => (session.id === me.session ? 'this session' : ''),
            show: (session) =>
              session.id === me.session ? (
                'This session'
              ) : (
                <ActButton
                  {...common}
                  text={`End the session of ${deviceText(session.device)}`}
                  command={service.command?.('end-session', id, `--session=${session.id}`)}
                  act={() => json('POST', `${path}/sessions/${session.id}/end`, {})}
                >
                  <p>
                    1 of {counted(sessions.length, 'session')} of {name} ends with its next request. What is typed there
                    and not sent has to be sent after signing in again.
                  </p>
                </ActButton>
              ),
          },
        ]}
        empty={`${name} is not signed in.`}
      />
      {me.asksAgainBy === 'passkey' && (
        <>
          <h2>Passkeys</h2>
          <service.Table
            name={isOwn ? 'Your passkeys' : `Passkeys of ${name}`}
            rows={passkeys}
            columns={[
              { header: 'Passkey', value: (passkey) => passkey.name },
              timeColumn('Made', ({ createdAt }: Passkey) => createdAt),
              timeColumn('Last used', ({ usedAt }: Passkey) => usedAt),
              {
                header: 'Remove',
                value: () => '',
                show: (passkey) => (
                  <ActButton
                    {...common}
                    text={`Remove the passkey ${passkey.name}`}
                    command={service.command?.('remove-passkey', id, `--passkey=${passkey.id}`)}
                    act={() => json('POST', `${path}/passkeys/${encodeURIComponent(passkey.id)}/remove`, {})}
                  >
                    <p>
                      {counted(left, 'passkey')} of {name} {left === 1 ? 'is' : 'are'} left.{' '}
                      {left === 0 && 'The next time only a new link signs in. '}Open sessions go on.
                    </p>
                  </ActButton>
                ),
              },
            ]}
            empty={isOwn ? 'You have none. With a passkey you need no link the next time.' : `${name} has none.`}
          />
        </>
      )}
    </>
  );
}

const MINE = ['mine'];

export function AccountScreen() {
  const { me, service } = useStaff();
  const { person } = me;
  const queries = useQueryClient();
  const mine = useGet<Ways>(MINE, '/sign-in/mine');
  const refresh = () => queries.invalidateQueries({ queryKey: MINE });
  const signOut = useOnce({
    mutationFn: () => json<{ location: string }>('POST', '/sign-in/out', {}),
    onSuccess: ({ location: next }) => location.assign(next),
  });
  return (
    <Screen
      title={person.name}
      actions={
        <button type="button" onClick={() => signOut.mutate()}>
          Sign out
        </button>
      }
    >
      <p className="hint">
        {person.rights.join(', ')} · signed in until {moment(me.endsAt)} at the latest, or for {IDLE_MINUTES} minutes of
        rest
      </p>
      <Failure error={signOut.error} />
      {service.command && (
        <>
          <p className="hint">The command that ends this session:</p>
          <Command text={service.command('end-session', person.id, `--session=${me.session}`)} />
        </>
      )}
      <Loaded query={mine}>
        {(ways) => (
          <>
            <WaysTables person={person} path="/sign-in" ways={ways} onDone={refresh} />
            {me.asksAgainBy === 'passkey' && <PasskeyForm onDone={refresh} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function PasskeyForm({ onDone }: { onDone(): unknown }) {
  const { service } = useStaff();
  const [name, setName] = useState('');
  const add = useOnce({
    mutationFn: () => registerPasskey(name, (path, body) => json('POST', path, body)),
    onSuccess: () => {
      service.say?.('The passkey is added.');
      return onDone();
    },
  });
  return (
    <form className="sheet" onSubmit={sending(add)}>
      <TextField label="Name of the new passkey" value={name} required maxLength={60} onChange={setName} />
      {service.command && (
        <p className="hint">No command does this: the key lies in the device that you sign in with.</p>
      )}
      <Failure error={add.error} />
      <button type="submit">Add a passkey</button>
    </form>
  );
}

type AuditLine = Required<AuditEntry> & Record<'id' | 'at', string>;

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The details of an audit line as text. */
export const detailText = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join('; ');

/** The audit: acts about signing in, and all other acts that the service records there. */
export function AuditTable({ name, limit }: { name: string; limit: number }) {
  const { service } = useStaff();
  const query = useGet<{ entries: AuditLine[] }>(['sign-in-audit', limit], `/sign-in/audit?limit=${limit}`);
  return (
    <Loaded query={query}>
      {({ entries }) => (
        <service.Table
          name={name}
          rows={entries}
          columns={[
            timeColumn('When', ({ at }: AuditLine) => at),
            { header: 'Who', value: ({ actor }) => actor },
            { header: 'Did', value: ({ action }) => action },
            { header: 'To', value: ({ subject }) => subject },
            { header: 'Details', value: ({ detail }) => detailText(detail) },
            FROM,
          ]}
          empty="Nothing was done yet."
        />
      )}
    </Loaded>
  );
}
