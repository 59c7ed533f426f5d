import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import makeTemporaryFolder from '../../../platform/tooling/jest/temporary-folder.mjs';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Starts the whole site on free ports and an empty data folder, and names its addresses in the environment. */
export default async function globalSetup() {
  // The temporary folder is on a disk: with files in memory, the journey of development has failed.
  process.env.TMPDIR ||= tmpdir();
  makeTemporaryFolder();
  if (process.env.SITE) return;
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'e2e', 'src', 'servers', 'site.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  globalThis.__site = child;
  const lines = createInterface({ input: child.stdout });
  const addresses = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"site"')) resolve(JSON.parse(line));
      else console.log(line);
    });
    child.once('exit', () => reject(new Error('The site under test did not start: see the lines above.')));
  });
  process.env.SITE = addresses.site;
  process.env.SITE_API = addresses.api;
  process.env.SITE_API_PRIVATE_PORT = addresses.apiPrivate;
  process.env.SITE_SANDBOX = addresses.sandbox;
  process.env.SITE_OWNER = addresses.owner;
  process.env.SITE_DATA = addresses.data;
  // Tests that publish releases sign them with the site's own keys.
  process.env.DATA_DIR = addresses.data;
}
