import { messageOf } from '@wholepage/database/errors';
import { buildAndStart, runInvite } from '@wholepage/staff-kit/command';
import { RIGHTS } from './rights';
import { openOfficeDatabase } from './server/open-database';
import { readOfficeSettings } from './server/settings';

const USAGE = `Usage: npm run office   builds and starts the office
       npm run office -- invite NAME --right owner|desk|writer   prints a link that signs NAME in once`;

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command !== undefined && command !== 'invite') {
    process.stdout.write(`${USAGE}\n`);
    if (command !== '--help') process.exitCode = 1;
    return;
  }
  if (command === 'invite') {
    const settings = readOfficeSettings();
    const openDatabase = () => openOfficeDatabase(settings, (text) => process.stderr.write(`${text}\n`), false);
    return runInvite(words, { signIn: settings.signIn, rights: RIGHTS, openDatabase });
  }
  const { OFFICE } = await import('../scripts/build-office');
  await buildAndStart(OFFICE);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
