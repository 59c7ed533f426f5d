import { type ChildProcess, fork } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, tsx } from '../../run/spawn';
import { copyWorkspace, type WorkspaceCopy } from '../../testing/workspace-copy';
import type { BuildReply } from './builder';

const TIMEOUT_MS = 240_000;

let sources: WorkspaceCopy;
let child: ChildProcess;
const start = () => {
  const program = join(sources.root, 'platform/tooling/src/dev/builder/builder-process.ts');
  child = fork(program, ['mf-blog', join(sources.root, 'store')], { cwd: sources.root, execArgv: ['--import', tsx()] });
};
beforeAll(async () => {
  sources = await copyWorkspace('mf-blog');
}, TIMEOUT_MS);
afterAll(async () => {
  child.kill();
  await sources.remove();
});

const words = () => join(sources.root, 'mf-blog/src/words.ts');
const save = (text: string) => writeFile(words(), text);
const build = (...changed: string[]) => ask<BuildReply>(child, { changed });
const built = { version: expect.stringMatching(/\.dev$/) };

test(
  'what a build has imported is imported again by another process, and a mend that follows at once is built',
  async () => {
    await save("export const words = ['page'];\n");
    await sources.edit('mf-blog/src/routes.tsx', "query: ['page']", 'query: words');
    await sources.edit('mf-blog/src/routes.tsx', 'import ', "import { words } from './words';\nimport ");
    start();
    expect(await build()).toEqual(built);
    expect(await build(join(sources.root, 'mf-blog/src/routes.test.ts'))).toEqual({});

    await save("export const words = ['page' 'more'];\n");
    expect(await build(words())).toEqual({ isOutdated: true });
    child.kill();
    start();
    expect(await build(words())).toEqual({ problem: expect.stringContaining('words.ts') });
    await rm(words());
    const page = join(sources.root, 'mf-blog/src/pages/list/page.tsx');
    expect(await build(page)).toEqual({ problem: expect.stringContaining("Can't resolve './words'") });
    await save("export const words = ['page', 'more'];\n");
    expect(await build(words())).toEqual(built);
  },
  TIMEOUT_MS,
);
