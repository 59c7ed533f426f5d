import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ROOT } from '../../paths';
import { runCommand, typedPath } from '../../run/command';
import { tsxModules } from '../../run/spawn';
import { atSite, siteDefinition, staffOf } from '../../site/definition';
import { moveStaffTables, runProgram, takeWithout } from './staff-backups';

/*
 * `npm run api -- …`: runs the site's business commands, such as `api/src/cli.ts`. `backup FILE` and `restore FILE`
 * then take the staff services' tables, in files beside that one; `--without SERVICE` leaves one out. Commands about
 * people go to the program of their service, such as `office/src/cli.ts`; a service's name alone starts it.
 */
/** Words of `ABOUT_PEOPLE` in staff-kit. */
const ABOUT_PEOPLE = /^(invite|link|people|rights|(end|open)-access|end-session|remove-passkey)$/;

const [program = '', staffProgram = '', ...typed] = process.argv.slice(2).filter((word) => word !== '--');
const [command = '', ...words] = typed;

const hand = (file: string, given: readonly string[]): never => {
  const args = ['--import', tsxModules(), resolve(ROOT, file), ...given];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exit(status ?? 1);
};

const [staff = ''] = staffProgram.split('/');
if (command === staff) hand(staffProgram, words);
if (ABOUT_PEOPLE.test(command)) hand(staffProgram, typed);
if (command !== 'backup' && command !== 'restore') hand(program, typed);

process.argv.splice(2, process.argv.length, ...words);
await runCommand(`npm run api -- ${command} FILE [--without SERVICE]`, async (given) => {
  const services = staffOf(await siteDefinition()).map((service) => ({ ...service, folder: atSite(service.folder) }));
  const { without, rest } = takeWithout(given, services);
  await runProgram(resolve(ROOT, program), [command, ...rest], process.env, `${command} ${rest.join(' ')}`);
  const file = rest.find((word) => !word.startsWith('--'));
  if (!file) return;
  await moveStaffTables(command as 'backup' | 'restore', typedPath(file), services, {
    without,
  });
});
