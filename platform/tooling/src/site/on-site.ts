import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeFile, SITE_DIR } from '../paths';

/** Commands that work on the site that `SITE_DIR` names, by the words that they are called by. */
const COMMANDS: Readonly<Record<string, string>> = {
  start: 'start/start',
  dev: 'dev/dev',
  build: 'build/cli',
  'new-remote': 'new-remote/new-remote',
  'new-site': 'new-site/new-site',
  composer: 'start/composer',
  verify: 'gate/verify',
  standalone: 'dev/standalone',
  types: 'types/types',
  platform: 'new-repository/platform',
  ...Object.fromEntries(
    [
      ...['release', 'publish', 'promote', 'canary', 'experiment', 'rollback', 'preview'],
      ...['retire', 'lock', 'unlock', 'prune', 'releases'],
    ].map((name) => [name, `release/${name}`]),
  ),
};

/** `wholepage [command] [word…]`, or this file: the command on the named site, `start` when none is named. */
// In a site's own repository the folder `site` counts as named. It may have its own port and folder of data.
if (existsSync(join(SITE_DIR, 'site.ts'))) process.env.SITE_DIR ||= SITE_DIR;

const [command = 'start'] = process.argv.splice(2, 1);
const file = COMMANDS[command];
if (file) await import(codeFile(import.meta.url, `../${file}`));
else {
  console.error(`There is no command "${command}" here. Choose among ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(1);
}
