import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSite } from '@wholepage/tooling/new-site';

/** Makes the site that `create.mjs` copies, under a name that stands for any. */
const dist = join(import.meta.dirname, '..', 'dist');
await rm(dist, { recursive: true, force: true });
const site = await makeSite('site-template', join(dist, 'site-template'));
// npm packs no file of these names.
for (const name of ['gitignore', 'npmrc']) await rename(join(site, `.${name}`), join(site, `_${name}`));
