import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { ServiceDatabase } from '@wholepage/database/service-database';
import { passkeysOf } from '@wholepage/sign-in/passkeys';
import {
  changeAccess,
  changeRights,
  endSessionOf,
  invite,
  linkFor,
  listPeople,
  type Manager,
  type PersonRow,
  removePasskeyOf,
} from '@wholepage/sign-in/people';
import type { RightsModel } from '@wholepage/sign-in/rights';
import { listSessions } from '@wholepage/sign-in/sessions';
import type { SignInSettings } from '@wholepage/sign-in/settings';

type Pool = ServiceDatabase['pool'];

/** A service whose people a command changes. */
export interface PeopleService {
  signIn: SignInSettings;
  rights: RightsModel;
  /** The right to manage people. */
  manages: string;
  openDatabase(): Promise<ServiceDatabase>;
}

const words = {
  right: { type: 'string', multiple: true },
  session: { type: 'string' },
  passkey: { type: 'string' },
  json: { type: 'boolean' },
} as const;
type Given = ReturnType<typeof read>['values'];
const read = (args: readonly string[]) => parseArgs({ args: [...args], options: words, allowPositionals: true });

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Somebody by their id, or by a name that only one has. @throws Error in one sentence */
async function find(pool: Pool, name: string): Promise<PersonRow> {
  const found = (await listPeople(pool)).filter((person) => person.id === name || person.name === name);
  const [person, another] = found;
  if (!person)
    throw new Error(`Nobody is called "${name}". \`people\` lists everybody, \`invite\` lets somebody new in.`);
  if (another)
    throw new Error(`${found.length} people are called "${name}". Use an id: ${found.map(({ id }) => id).join(', ')}.`);
  return person;
}

const lineOf = ({ id, name, rights, sessions, passkeys, endedAt }: PersonRow): string =>
  `${id}  ${name}  ${rights.join(' ') || 'no right'}  sessions: ${sessions}  passkeys: ${passkeys}${endedAt ? '  access ended' : ''}`;

async function list(pool: Pool, name: string | undefined, asJson: boolean): Promise<void> {
  if (name === undefined) {
    const people = await listPeople(pool);
    return say(asJson ? JSON.stringify(people) : people.map(lineOf).join('\n') || 'Nobody came in yet.');
  }
  const person = await find(pool, name);
  const [sessions, passkeys] = await Promise.all([listSessions(pool, person.id), passkeysOf(pool, person.id)]);
  if (asJson) return say(JSON.stringify({ ...person, sessions, passkeys }));
  say(lineOf(person));
  for (const { id, address, seenAt } of sessions) say(`  session ${id}  from ${address}, seen ${seenAt.toISOString()}`);
  for (const key of passkeys) say(`  passkey ${key.id}  ${key.name}`);
}

const missing = (option: string): never => {
  throw new Error(`--${option} is missing. \`people NAME\` lists the ids.`);
};

/** What each command does to one person. @returns what it says */
const CHANGES: Readonly<
  Record<string, (pool: Pool, manager: Manager, person: PersonRow, given: Given) => Promise<string>>
> = {
  rights: async (pool, manager, { id, name }, { right = [] }) =>
    `${name} holds ${(await changeRights(pool, manager, id, right)).join(', ')}.`,
  'end-access': async (pool, manager, { id, name, sessions, passkeys }) => {
    await changeAccess(pool, manager, id, false);
    return `The access of ${name} is ended, with ${sessions} sessions and ${passkeys} passkeys.`;
  },
  'open-access': async (pool, manager, { id, name }) => {
    await changeAccess(pool, manager, id, true);
    return `The access of ${name} is open. A link lets ${name} in: link.`;
  },
  'end-session': async (pool, manager, { id, name }, { session = missing('session') }) => {
    await endSessionOf(pool, manager, { person: id, session });
    return `That session of ${name} is ended.`;
  },
  'remove-passkey': async (pool, manager, { id, name }, { passkey = missing('passkey') }) => {
    await removePasskeyOf(pool, manager, { person: id, passkey });
    return `That passkey of ${name} is removed.`;
  },
};

/** Commands about people, as a service's command takes them. */
export const PEOPLE_COMMANDS: readonly string[] = ['invite', 'link', 'people', ...Object.keys(CHANGES)];

/** Lines for the usage of a service. @param command what is typed before them */
export const peopleUsage = (command: string, rights: string): string =>
  [
    `invite NAME --right ${rights}   prints a link that lets somebody new in once`,
    'link NAME   prints a link that signs NAME in once, with the rights that NAME holds',
    'people [NAME]   who may come in; of one person also sessions and passkeys',
    `rights NAME --right ${rights}   gives NAME these rights in place of the present ones`,
    'end-access NAME | open-access NAME   ends access, sessions and passkeys of NAME; lets NAME come in again',
    'end-session NAME --session=ID | remove-passkey NAME --passkey=ID',
  ]
    .map((line) => `       ${command} ${line}`)
    .join('\n');

async function runInvite({ signIn, rights: model }: PeopleService, pool: Pool, name: string, given: Given, by: string) {
  const namesakes = (await listPeople(pool)).filter((person) => person.name === name.trim());
  const link = await invite(pool, { name, rights: given.right ?? [], by, model, origin: signIn.origin });
  say(`${link}\nIt lets ${name} in once, within 15 minutes.`);
  for (const { id } of namesakes) say(`Somebody is called ${name} already. For them, make a link with: link ${id}`);
}

async function runLink({ signIn: { origin } }: PeopleService, pool: Pool, { id, name }: PersonRow, by: string) {
  say(`${await linkFor(pool, { person: id, by, origin })}\nIt signs ${name} in once, within 15 minutes.`);
}

/** Runs one of {@link PEOPLE_COMMANDS}, with the refusals of the service itself. @throws Error in one sentence */
export async function runPeople(command: string, args: readonly string[], service: PeopleService): Promise<void> {
  const { values, positionals } = read(args);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new Error(`That is too much: leave out "${more.join(' ')}".`);
  if (service.signIn.openId && ['invite', 'link', 'rights'].includes(command))
    throw new Error('OIDC_ISSUER is set: people sign in with that provider, and OIDC_RIGHTS says what they may do.');
  const { pool, close } = await service.openDatabase();
  try {
    const actor = `${userInfo().username}, by command`;
    const change = CHANGES[command];
    if (command === 'invite') return await runInvite(service, pool, name ?? '', values, actor);
    if (command === 'link') return await runLink(service, pool, await find(pool, name ?? ''), actor);
    if (!change) return await list(pool, name, Boolean(values.json));
    const manager = { actor, model: service.rights, manages: service.manages };
    say(await change(pool, manager, await find(pool, name ?? ''), values));
  } finally {
    await close();
  }
}
