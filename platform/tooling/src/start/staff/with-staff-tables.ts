import { resolve } from 'node:path';
import { ROOT } from '../../paths';
import { runCommand, UsageError } from '../../run/command';
import { atSite, siteDefinition } from '../../site/definition';
import { moveStaffTables, runProgram, takeWithout } from './staff-backups';

/*
 * `npm run backup -- FILE` and `npm run restore -- FILE`: first the site's own program, then the tables of the services
 * of staff, in files beside that one.
 */
await runCommand(
  'npm run backup -- FILE | npm run restore -- FILE [--without SERVICE]   the database and files of the site, and the tables of its staff services',
  async ([command, program, ...words]) => {
    if ((command !== 'backup' && command !== 'restore') || !program)
      throw new UsageError('Say backup or restore, and the program of the site that does it.');
    const { staff = [] } = await siteDefinition();
    const services = staff.map((service) => ({ ...service, folder: atSite(service.folder) }));
    const { without, rest } = takeWithout(words, services);
    await runProgram(resolve(ROOT, program), rest, process.env, `${command} ${rest.join(' ')}`);
    const file = rest.find((word) => !word.startsWith('--'));
    if (!file) return;
    const path = resolve(process.env['INIT_CWD'] ?? '', file);
    await moveStaffTables(command, path, services, { without });
  },
);
