import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SiteService } from '@wholepage/contracts/site';
import { buildProgram } from '../build/build-server';
import { tsxModules } from '../run/tsx';
import { atSite } from '../site/definition';

const PROGRAM = join('dist', 'server.mjs');

/** A service's program, within its folder. */
export const programOf = ({ program = PROGRAM }: Pick<SiteService, 'program'>): string => program;

/** Runs a package's own script, without the second that `npm run` takes. @param script within the folder */
export async function runScript(dir: string, script: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', tsxModules(), join(dir, script)], { cwd: dir });
}

/** Makes the program of one of the site's services: less than a second's work. */
export async function buildProgramOf(service: SiteService): Promise<void> {
  const dir = atSite(service.folder);
  const build = service.build ?? { entry: 'src/server.ts' };
  if ('script' in build) await runScript(dir, build.script);
  else await buildProgram(dir, build.entry, programOf(service));
}
