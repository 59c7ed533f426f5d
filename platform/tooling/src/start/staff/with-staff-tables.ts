import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ROOT } from '../../paths';
import { runCommand } from '../../run/command';
import { tsxModules } from '../../run/tsx';
import { atSite, siteDefinition } from '../../site/definition';
import { moveStaffTables, runProgram, takeWithout } from './staff-backups';

/*
 * Runs the site's own program, such as `api/src/cli.ts`. After its `backup FILE` and `restore FILE` come the tables of the
 * services of staff, in files beside that one; `--without SERVICE` leaves one out.
 */
const [program = '', ...typed] = process.argv.slice(2);
const at = typed.findIndex((word) => word !== '--');
const command = typed[at];
if (command !== 'backup' && command !== 'restore') {
  const { status } = spawnSync(process.execPath, ['--import', tsxModules(), resolve(ROOT, program), ...typed], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
process.argv.splice(2, process.argv.length, ...typed.slice(at + 1));
await runCommand(`npm run api -- ${command} FILE [--without SERVICE]`, async (words) => {
  const { staff = [] } = await siteDefinition();
  const services = staff.map((service) => ({ ...service, folder: atSite(service.folder) }));
  const { without, rest } = takeWithout(words, services);
  await runProgram(resolve(ROOT, program), [command, ...rest], process.env, `${command} ${rest.join(' ')}`);
  const file = rest.find((word) => !word.startsWith('--'));
  if (!file) return;
  const path = resolve(process.env['INIT_CWD'] ?? '', file);
  await moveStaffTables(command, path, services, { without });
});
