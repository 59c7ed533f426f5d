import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '@wholepage/database/errors';
import type { Schema } from '@wholepage/database/migrate';
import { restoreServiceBackup, schemaIn, writeServiceBackup } from '@wholepage/database/service-backup';
import type { ServiceDatabase } from '@wholepage/database/service-database';
import { releasedBy } from '@wholepage/releases/settings';
import { LINK_MINUTES } from '@wholepage/sign-in/lifetimes';
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
import { type RightsModel, typedRights } from '@wholepage/sign-in/rights';
import { listSessions } from '@wholepage/sign-in/sessions';
import { openStaffDatabase, type StaffService } from './server';
import type { StaffSettings } from './settings';

type Pool = ServiceDatabase['pool'];

/** A service's own part of its command, beside the words about people and back-ups. */
export interface StaffCommands {
  readSettings(): StaffSettings;
  /** The content of a back-up, for the usage. */
  saves: string;
  /** The service's own words, each with its usage and its function. @throws Error in one sentence */
  own?: Readonly<Record<string, { usage: string; run: OwnCommand }>>;
  /** Runs when no word is given. Default: print the usage. */
  withoutWords?(): Promise<void>;
}

type OpenDatabase = (mayCreate?: boolean, until?: Schema) => Promise<ServiceDatabase>;

/** @param actor the person who types the command, for the audit */
export type OwnCommand = (words: readonly string[], open: OpenDatabase, actor: string) => Promise<void>;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs the command of a service. A failure prints one sentence on stderr and exits with code 1. */
export function runStaff(service: StaffService, commands: StaffCommands): void {
  run(service, commands, process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  });
}

async function run(
  service: StaffService,
  commands: StaffCommands,
  [command, ...words]: readonly string[],
): Promise<void> {
  const { readSettings, own = {}, withoutWords } = commands;
  /** Commands create no database, except to restore a back-up into it. */
  const open: OpenDatabase = (mayCreate = false, until) =>
    openStaffDatabase(service, readSettings(), (text) => process.stderr.write(`${text}\n`), { mayCreate, until });
  if (command === undefined && withoutWords) return withoutWords();
  const mine = command !== undefined && Object.hasOwn(own, command) ? own[command] : undefined;
  const actor = `${releasedBy()}, by command`;
  if (mine) return mine.run(words, open, actor);
  if (command === 'backup' || command === 'restore') return moveTables(command, words, service, open);
  if (command !== undefined && ABOUT_PEOPLE.includes(command))
    return runPeople(command, words, service, readSettings(), open, actor);
  say(usageOf(service, commands));
  if (command !== '--help') process.exitCode = 1;
}

function usageOf({ name, start, command, rights: model }: StaffService, { saves, own = {} }: StaffCommands): string {
  const right = typedRights(model).join('|');
  return [
    `Usage: ${start}   builds and starts the ${name}`,
    ...[
      `invite NAME --right ${right}   prints a link that lets somebody new in once`,
      'link NAME   prints a link that signs NAME in once, with the rights that NAME holds',
      'people [NAME]   who may come in; of one person also sessions and passkeys',
      `rights NAME --right ${right}   gives NAME these rights in place of the present ones`,
      'end-access NAME | open-access NAME   ends access, sessions and passkeys of NAME; lets NAME come in again',
      'end-session NAME --session=ID | remove-passkey NAME --passkey=ID',
    ].map((line) => `       ${command} ${line}`),
    ...Object.entries(own).map(([word, { usage }]) => `       ${start} ${word} ${usage}`),
    `       ${start} backup FILE | restore FILE   ${saves}, in one file; restore needs an empty database`,
  ].join('\n');
}

/** Writes a service's tables into a file, or restores them into an empty database. @throws Error in one sentence */
async function moveTables(
  command: 'backup' | 'restore',
  [file, ...more]: readonly string[],
  { name: service, start, leaveOut }: StaffService,
  open: OpenDatabase,
): Promise<void> {
  if (!file || more.length > 0) throw new Error(`Name one file: ${start} ${command} FILE`);
  const path = resolve(process.env['INIT_CWD'] ?? '', file);
  const isBackup = command === 'backup';
  const move = async (): Promise<number> => {
    await using database = await (isBackup ? open() : open(true, await schemaIn(path, service)));
    const { pool, schema } = database;
    if (isBackup) return await writeServiceBackup(pool, path, { service, schema, leaveOut });
    return await restoreServiceBackup(pool, path, { service, schema });
  };
  const rows = await move();
  // Opening the database again applies the migrations that are newer than the back-up.
  if (!isBackup) await (await open()).close();
  say(`${rows} rows are ${isBackup ? 'in' : 'restored from'} ${file}.`);
}

const words = {
  right: { type: 'string', multiple: true },
  session: { type: 'string' },
  passkey: { type: 'string' },
  json: { type: 'boolean' },
} as const;
type Given = ReturnType<typeof read>['values'];
const read = (args: readonly string[]) => parseArgs({ args: [...args], options: words, allowPositionals: true });

/** Finds a person by id, or by a name that only one person has. @throws Error in one sentence */
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

/** The commands that change one person. @returns the command's output */
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
    return `The access of ${name} is open. Without an identity provider, a link lets ${name} in: link.`;
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

const ABOUT_PEOPLE: readonly string[] = ['invite', 'link', 'people', ...Object.keys(CHANGES)];

async function runInvite(
  model: RightsModel,
  pool: Pool,
  { name, right = [], ...inviter }: { name: string; right: string[] | undefined; actor: string; origin: string },
) {
  const namesakes = (await listPeople(pool)).filter((person) => person.name === name.trim());
  const link = await invite(pool, { ...inviter, name, rights: right, model });
  say(`${link}\nIt lets ${name} in once, within ${LINK_MINUTES} minutes.`);
  for (const { id } of namesakes) say(`Somebody is called ${name} already. For them, make a link with: link ${id}`);
}

/** Runs one of {@link ABOUT_PEOPLE}, which refuses whatever the service itself refuses. @throws Error in one sentence */
async function runPeople(
  command: string,
  args: readonly string[],
  { rights: model, manages }: StaffService,
  { signIn: { openId, origin } }: StaffSettings,
  open: OpenDatabase,
  actor: string,
): Promise<void> {
  const { values, positionals } = read(args);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new Error(`That is too much: leave out "${more.join(' ')}".`);
  if (openId && ['invite', 'link', 'rights'].includes(command))
    throw new Error('OIDC_ISSUER is set: people sign in with that provider, and OIDC_RIGHTS says what they may do.');
  await using database = await open();
  const { pool } = database;
  const change = CHANGES[command];
  if (command === 'invite')
    return await runInvite(model, pool, { name: name ?? '', right: values.right, actor, origin });
  if (command === 'people') return await list(pool, name, Boolean(values.json));
  const person = await find(pool, name ?? '');
  if (change) return say(await change(pool, { actor, model, manages }, person, values));
  say(
    `${await linkFor(pool, { person: person.id, actor, origin })}\nIt signs ${person.name} in once, within ${LINK_MINUTES} minutes.`,
  );
}
