import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Commands that work on the site that `SITE_DIR` names, by the words that they are called by. */
const COMMANDS: Readonly<Record<string, string>> = {
  start: 'start/start.ts',
  dev: 'dev/dev.ts',
  build: 'build/cli.ts',
  'new-remote': 'new-remote/new-remote.ts',
  verify: 'gate/verify.ts',
  ...Object.fromEntries(
    [
      ...['release', 'publish', 'promote', 'canary', 'experiment', 'rollback', 'preview'],
      ...['retire', 'lock', 'unlock', 'prune', 'releases'],
    ].map((name) => [name, `release/${name}.ts`]),
  ),
};

/** `on-site.ts [command] [word…]`: the command on the named site, `start` when none is named. */
const [command = 'start'] = process.argv.splice(2, 1);
const file = COMMANDS[command];
if (file) await import(join(dirname(fileURLToPath(import.meta.url)), '..', file));
else {
  console.error(`There is no command "${command}" here. Choose among ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(1);
}
