import { resolve } from 'node:path';
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
import { Command, Option } from 'commander';
import { openStaffDatabase, type StaffService } from './server';
import type { StaffSettings } from './settings';

type Pool = ServiceDatabase['pool'];

/** A service's own part of its command, beside the words about people and back-ups. */
export interface StaffCommands {
  readSettings(): StaffSettings;
  /** The content of a back-up, for the help. */
  saves: string;
  /** The service's own words by their usage, such as `expect <id>`. */
  own?: Readonly<Record<string, OwnWord>>;
  /** Runs when no word is given. Default: print the help. */
  withoutWords?(): Promise<void>;
}

type OpenDatabase = (mayCreate?: boolean, until?: Schema) => Promise<ServiceDatabase>;

interface OwnWord {
  does: string;
  option?: readonly [flags: string, does: string];
  run: OwnCommand;
}

/** @param actor the person who types the command, for the audit @throws Error in one sentence */
export type OwnCommand = (
  words: readonly string[],
  options: Readonly<Record<string, string>>,
  open: OpenDatabase,
  actor: string,
) => Promise<void>;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs the command of a service. A failure prints one sentence on stderr and exits with code 1. */
export function runStaff(service: StaffService, commands: StaffCommands): void {
  const { withoutWords } = commands;
  const run = async () =>
    withoutWords && process.argv.length === 2 ? withoutWords() : programOf(service, commands).parseAsync();
  run().catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  });
}

function programOf(service: StaffService, { readSettings, saves, own = {} }: StaffCommands): Command {
  const { name, start, rights: model, manages } = service;
  const actor = `${releasedBy()}, by command`;
  /** Commands create no database, except to restore a back-up into it. */
  const open: OpenDatabase = (mayCreate = false, until) =>
    openStaffDatabase(service, readSettings(), (text) => process.stderr.write(`${text}\n`), { mayCreate, until });
  const program = new Command(start)
    .description(`Without a command, this builds and starts the ${name}.`)
    .helpCommand(false)
    .showSuggestionAfterError();
  const declare = (
    usage: string,
    does: string,
    act: (words: readonly string[], given: Record<string, never>) => Promise<void>,
    option?: Option,
  ) => {
    const command = program.command(usage).description(does);
    if (option) command.addOption(option);
    command.action(() => act(command.args, command.opts()));
  };
  for (const [usage, { does, option, run }] of Object.entries(ABOUT_PEOPLE))
    declare(
      usage,
      does,
      async ([who = ''], given) => {
        const { openId, origin } = readSettings().signIn;
        if (openId && /^(invite|link|rights) /.test(usage)) throw new Error(BY_PROVIDER);
        await using database = await open();
        say(await run({ pool: database.pool, manager: { actor, model, manages }, origin }, who, given));
      },
      option && OPTIONS[option](model),
    );
  for (const [usage, { does, option, run }] of Object.entries(own))
    declare(usage, does, (args, given) => run(args, given, open, actor), option && new Option(...option));
  declare('backup <file>', `writes ${saves} into one file`, ([file = '']) => moveTables('backup', file, service, open));
  declare('restore <file>', 'reads such a file into an empty database', ([file = '']) =>
    moveTables('restore', file, service, open),
  );
  return program;
}

const BY_PROVIDER = 'OIDC_ISSUER is set: people sign in with that provider, and OIDC_RIGHTS says what they may do.';

/** Writes a service's tables into a file, or restores them into an empty database. @throws Error in one sentence */
async function moveTables(
  command: 'backup' | 'restore',
  file: string,
  { name: service, leaveOut }: StaffService,
  open: OpenDatabase,
): Promise<void> {
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

async function list(pool: Pool, name: string, asJson = false): Promise<string> {
  if (!name) {
    const people = await listPeople(pool);
    return asJson ? JSON.stringify(people) : people.map(lineOf).join('\n') || 'Nobody came in yet.';
  }
  const person = await find(pool, name);
  const [sessions, passkeys] = await Promise.all([listSessions(pool, person.id), passkeysOf(pool, person.id)]);
  if (asJson) return JSON.stringify({ ...person, sessions, passkeys });
  return [
    lineOf(person),
    ...sessions.map(({ id, address, seenAt }) => `  session ${id}  from ${address}, seen ${seenAt.toISOString()}`),
    ...passkeys.map((key) => `  passkey ${key.id}  ${key.name}`),
  ].join('\n');
}

type Given = { right?: string[]; session?: string; passkey?: string; json?: boolean };

const OPTIONS: Readonly<Record<keyof Given, (model: RightsModel) => Option>> = {
  right: (model) =>
    new Option('--right <right>', `${typedRights(model).join(', or ')}; once for each`).argParser(
      (right, given: string[] = []) => [...given, right],
    ),
  session: () => new Option('--session <id>', 'as `people NAME` lists it').makeOptionMandatory(),
  passkey: () => new Option('--passkey <id>', 'as `people NAME` lists it').makeOptionMandatory(),
  json: () => new Option('--json', 'for a program'),
};

type At = { pool: Pool; manager: Manager; origin: string };

/** A command about people, which refuses whatever the service itself refuses. */
interface AboutPeople {
  does: string;
  option?: keyof Given;
  /** @returns the command's output */
  run(at: At, name: string, given: Given): Promise<string>;
}

const ofPerson =
  (change: (at: At, person: PersonRow, given: Given) => Promise<string>): AboutPeople['run'] =>
  async (at, name, given) =>
    change(at, await find(at.pool, name), given);

const ABOUT_PEOPLE: Readonly<Record<string, AboutPeople>> = {
  'invite <name>': {
    does: 'prints a link that lets somebody new in once',
    option: 'right',
    run: async ({ pool, origin, manager: { actor, model } }, name, { right = [] }) => {
      const namesakes = (await listPeople(pool)).filter((person) => person.name === name.trim());
      const link = await invite(pool, { actor, origin, name, rights: right, model });
      return [
        `${link}\nIt lets ${name} in once, within ${LINK_MINUTES} minutes.`,
        ...namesakes.map(({ id }) => `Somebody is called ${name} already. For them, make a link with: link ${id}`),
      ].join('\n');
    },
  },
  'link <name>': {
    does: 'prints a link that signs a person in once, with the rights that they hold',
    run: ofPerson(async ({ pool, origin, manager: { actor } }, { id, name }) => {
      const link = await linkFor(pool, { person: id, actor, origin });
      return `${link}\nIt signs ${name} in once, within ${LINK_MINUTES} minutes.`;
    }),
  },
  'people [name]': {
    does: 'who may come in; of one person also sessions and passkeys',
    option: 'json',
    run: ({ pool }, name, { json }) => list(pool, name, json),
  },
  'rights <name>': {
    does: 'gives a person these rights in place of the present ones',
    option: 'right',
    run: ofPerson(async ({ pool, manager }, { id, name }, { right = [] }) => {
      return `${name} holds ${(await changeRights(pool, manager, id, right)).join(', ')}.`;
    }),
  },
  'end-access <name>': {
    does: 'ends access, sessions and passkeys of a person',
    run: ofPerson(async ({ pool, manager }, { id, name, sessions, passkeys }) => {
      await changeAccess(pool, manager, id, false);
      return `The access of ${name} is ended, with ${sessions} sessions and ${passkeys} passkeys.`;
    }),
  },
  'open-access <name>': {
    does: 'lets a person come in again',
    run: ofPerson(async ({ pool, manager }, { id, name }) => {
      await changeAccess(pool, manager, id, true);
      return `The access of ${name} is open. Without an identity provider, a link lets ${name} in: link.`;
    }),
  },
  'end-session <name>': {
    does: 'ends one session of a person',
    option: 'session',
    run: ofPerson(async ({ pool, manager }, { id, name }, { session = '' }) => {
      await endSessionOf(pool, manager, { person: id, session });
      return `That session of ${name} is ended.`;
    }),
  },
  'remove-passkey <name>': {
    does: 'removes one passkey of a person',
    option: 'passkey',
    run: ofPerson(async ({ pool, manager }, { id, name }, { passkey = '' }) => {
      await removePasskeyOf(pool, manager, { person: id, passkey });
      return `That passkey of ${name} is removed.`;
    }),
  },
};
