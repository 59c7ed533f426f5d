import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { containerName } from '../container';
import type { GuestRelease } from '../guest/guest-entry';

const SOURCE = createRequire(import.meta.url).resolve('@wholepage/federation/guest/guest-entry');

/** The entry of a guest's release: a container for our host that loads what another bundler built. */
export async function guestScript(guest: GuestRelease): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: '__guest',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  });
  const code = outputFiles[0]?.text ?? '';
  return `var ${containerName(guest.app)}=(()=>{${code}return __guest.guestContainer(${JSON.stringify(guest)},document.currentScript.src)})();\n`;
}
