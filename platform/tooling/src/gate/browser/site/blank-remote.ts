import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@wholepage/contracts/version';
import { integrityOf } from '@wholepage/releases/integrity';

/** A remote that shows a heading and nothing else: what is there beside it is the shell's. */
export const BLANK = { app: 'verify-blank', version: '1.0.0', path: '/verify-blank' } as const;

const FILES: Record<string, string> = {
  // A container as the federation's runtime wants it, with the lifecycles of the contract.
  'remoteEntry.js': `var verify_blank = {
    init() {},
    get: async () => () => ({
      async bootstrap() {},
      async mount({ slot }) { slot.replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'Blank' })); },
      async unmount({ slot }) { slot.replaceChildren(); },
    }),
  };`,
  'node/render.mjs': `export async function render() {
    return { status: 200, head: { title: 'Blank' }, html: '<h1>Blank</h1>', data: null, maxAge: 60 };
  }`,
};

const describe = (text: string) => ({
  integrity: integrityOf(text),
  bytes: text.length,
});

/** Writes the blank remote's release, as a build would have. */
export async function writeBlankRemote(dir: string): Promise<void> {
  await mkdir(join(dir, 'node'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) await writeFile(join(dir, file), text);
  const manifest = {
    app: BLANK.app,
    version: BLANK.version,
    contract: CONTRACT_VERSION,
    builtAt: new Date(0).toISOString(),
    policies: [],
    routes: [{ path: BLANK.path, document: false, sitemap: [], query: [], js: [], css: [] }],
    entry: { browser: 'remoteEntry.js', node: 'node/render.mjs', js: ['remoteEntry.js'], css: [] },
    files: Object.fromEntries(Object.entries(FILES).map(([file, text]) => [file, describe(text)])),
  };
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
}
