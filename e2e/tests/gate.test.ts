import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from 'tooling/workspace-copy';

/** A build from scratch, and twelve checks, beside the other tests. */
const RELEASE_TIMEOUT_MS = 240_000;
const APP = 'mf-courses';
const STYLES = `${APP}/src/components/FactList/FactList.module.css`;
const ENTRY = `${APP}/src/app.tsx`;
const IN_BROWSERS = 'pages,style-reach,globals,lifecycle,accessibility';

let sources: WorkspaceCopy;
let data: string;
beforeEach(async () => {
  sources = await copyWorkspace(APP);
  data = await mkdtemp(join(tmpdir(), 'released-to-'));
  for (const folder of ['releases', 'release-keys'])
    await cp(join(process.env.SITE_DATA ?? '', folder), join(data, folder), { recursive: true });
});
afterEach(() => Promise.all([sources.remove(), rm(data, { recursive: true, force: true })]));

/** `npm run release` in the copy. */
const release = (...options: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const program = ['--import', 'tsx', join(sources.root, 'tooling/src/release/release.ts'), APP, ...options];
    const env = { ...process.env, DATA_DIR: data, RELEASES_URL: '', API_ORIGIN: process.env.SITE_API };
    execFile(process.execPath, program, { cwd: sources.root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

const registry = () => readFile(join(data, 'releases', 'registry.json'), 'utf8');

const addTo = async (file: string, text: string): Promise<void> => {
  const path = join(sources.root, file);
  await writeFile(path, `${await readFile(path, 'utf8')}\n${text}\n`);
};

test(
  'a release with a rule for the whole page and 300 kB more is refused by name, and nothing is promoted',
  async () => {
    await addTo(STYLES, 'body { margin: 40px }');
    await addTo(ENTRY, `export const ballast = '${randomBytes(225_000).toString('base64')}';`);
    const before = await registry();
    const { code, said } = await release('--skip', IN_BROWSERS, '--reason', 'only what needs no browser');
    expect(said).toMatch(
      /✗ styles[\s\S]+\.css\n.+The rule "body \{ … \}" styles what is not the remote's\.\n.+→ Start it/,
    );
    expect(said).toMatch(/✗ sizes[\s\S]+more than the live release/);
    expect(said).toMatch(/mf-courses \S+ was not released: styles, sizes failed\./);
    expect(code).toBe(1);
    expect(await registry()).toBe(before);
  },
  RELEASE_TIMEOUT_MS,
);
