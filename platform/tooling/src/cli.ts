import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runWholepage } from './commands';
import { isPacked, SITE_DIR } from './paths';

// In a site's own repository `SITE_DIR` defaults to its folder `site`, which may define its own port and data folder.
if (isPacked && existsSync(join(SITE_DIR, 'site.ts'))) process.env.SITE_DIR ||= SITE_DIR;
// `npm run wholepage -- status | head` closes the pipe early: the command is finished all the same.
process.stdout.on('error', () => undefined);
const code = await runWholepage(process.argv.slice(2));
if (code) process.exit(code);
