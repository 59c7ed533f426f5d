import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSite } from '@wholepage/tooling/new-site';

/** Makes the site that `create.mjs` copies, under a name that stands for any, of packages that are packed. */
const [dist = '', tarballs] = process.argv.slice(2);
const site = await makeSite('site-template', join(dist, 'site-template'), tarballs);
// npm packs no file of these names.
for (const name of ['gitignore', 'npmrc']) await rename(join(site, `.${name}`), join(site, `_${name}`));
