import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchSources } from './dev';

/** On a busy machine the system tells of the parts of one change with pauses between them. */
const SETTLE_MS = 300;

let folder: string;
let file: string;
let watcher: Awaited<ReturnType<typeof watchSources>>;
let next: (changed: string[]) => void;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  file = join(folder, 'page.tsx');
  writeFileSync(file, 'export const text = 1;\n');
  watcher = await watchSources([folder], (changed) => next(changed), SETTLE_MS);
});
afterEach(async () => {
  await watcher.close();
  rmSync(folder, { recursive: true });
});

const changedBy = (work: () => void): Promise<string[]> => {
  const changes = new Promise<string[]>((resolve) => {
    next = resolve;
  });
  work();
  return changes;
};

it('goes on seeing a file after it was replaced, as git and sed do', async () => {
  const replace = () => {
    writeFileSync(`${file}.new`, `${Math.random()}`);
    renameSync(`${file}.new`, file);
  };
  for (let round = 0; round < 3; round += 1) expect(await changedBy(replace)).toContain(file);
  expect(await changedBy(() => execFileSync('sed', ['-i', 's/0/1/', file]))).toContain(file);
  expect(await changedBy(() => writeFileSync(file, 'written'))).toContain(file);
});

it('tells many changes at once', async () => {
  const others = ['a.ts', 'b.ts', 'c.ts'].map((name) => join(folder, name));
  const changed = await changedBy(() => {
    for (const other of others) writeFileSync(other, '');
  });
  expect(changed.sort()).toEqual(others);
});

it('says nothing of tests', async () => {
  const changed = await changedBy(() => {
    writeFileSync(join(folder, 'page.test.tsx'), '');
    writeFileSync(file, 'changed');
  });
  expect(changed).toEqual([file]);
});
