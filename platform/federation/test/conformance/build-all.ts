import { mkdir, rename, rm } from 'node:fs/promises';
import { buildHost } from './build-hosts';
import { buildRemote } from './build-remotes';
import { EAGER_HOSTS, HOSTS, isBuiltBy, REMOTES, VARIANTS, type Variant } from './variants';

/** `build-all FOLDER`, run in this package's folder, builds the matrix's hosts and remotes. A failed build leaves no FOLDER. */
const [folder = ''] = process.argv.slice(2);
const coming = `${folder}.${process.pid}`;
await mkdir(coming, { recursive: true });
try {
  for (const host of HOSTS) await buildHost(coming, host, false);
  for (const host of EAGER_HOSTS) await buildHost(coming, host, true);
  for (const bundler of REMOTES) {
    const variants = (Object.keys(VARIANTS) as Variant[]).filter((variant) => isBuiltBy(bundler, variant));
    for (const variant of variants) await buildRemote(coming, bundler, variant);
  }
  await rename(coming, folder);
} finally {
  await rm(coming, { recursive: true, force: true });
}
