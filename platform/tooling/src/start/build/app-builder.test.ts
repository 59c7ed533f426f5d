import { once } from 'node:events';
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppBuilder } from './build-all';

/** Builds all but `broken`. When it is asked to store, it does so after its parent has let it go, and in a file beside it says so. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  const { dirname } = import.meta;
  process.on('message', (request) => {
    if (request.do === 'build') return process.send(request.app !== 'broken');
    process.once('disconnect', () => writeFileSync(dirname + '/kept', ''));
  });
`;

let folder: string;
let builder: AppBuilder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builder-'));
  const program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  builder = new AppBuilder(() => {}, 'written', program);
});
afterEach(() => {
  builder.stop();
  rmSync(folder, { recursive: true });
});

test('what was built is kept by a process that nobody waits for, and that a stop does not reach any more', async () => {
  await builder.build('mf-blog');
  const changes = watch(folder);
  const kept = once(changes, 'change');
  builder.keep();
  builder.stop();
  expect(await kept).toEqual(['rename', 'kept']);
  changes.close();
});

test('who built nothing has nothing to keep', () => {
  expect(() => builder.keep()).not.toThrow();
});

test('an app that could not be built is named', async () => {
  await expect(builder.build('broken')).rejects.toThrow('broken could not be built: see above.');
});
