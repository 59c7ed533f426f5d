import { messageOf } from '@wholepage/database/errors';
import { buildAndStart } from '@wholepage/staff-kit/build';
import { moveTables } from '@wholepage/staff-kit/command';
import { PEOPLE_COMMANDS, peopleUsage, runPeople } from '@wholepage/staff-kit/people';
import { MANAGES, RIGHTS } from './rights';
import { openOfficeDatabase } from './server/open-database';
import { readOfficeSettings } from './server/settings';

const USAGE = `Usage: npm run api -- office   builds and starts the office
${peopleUsage('npm run api --', 'owner|desk|writer')}
       npm run api -- office backup FILE | restore FILE   people, passkeys and audit, in one file; restore needs an empty database`;

/** Rows that are of no use in another database. */
const LEFT_OUT = ['sessions', 'attempts'];

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command === undefined) {
    const { OFFICE } = await import('../scripts/build-office');
    return buildAndStart(OFFICE);
  }
  const isAboutPeople = PEOPLE_COMMANDS.includes(command);
  if (!isAboutPeople && command !== 'backup' && command !== 'restore') {
    process.stdout.write(`${USAGE}\n`);
    if (command !== '--help') process.exitCode = 1;
    return;
  }
  const settings = readOfficeSettings();
  /** A command makes no database, but for one that a back-up is restored into. */
  const openDatabase = (mayCreate = false) =>
    openOfficeDatabase(settings, (text) => process.stderr.write(`${text}\n`), mayCreate);
  if (command === 'backup' || command === 'restore')
    return moveTables(command, words, {
      service: settings.service,
      typed: 'npm run api -- office',
      leaveOut: LEFT_OUT,
      openDatabase,
    });
  return runPeople(command, words, { signIn: settings.signIn, rights: RIGHTS, manages: MANAGES, openDatabase });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
