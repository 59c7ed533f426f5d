import { join } from 'node:path';
import { build } from 'esbuild';
import { packageDir } from '../paths';

test('the program of a guest imports nothing that is installed: it may read its own file and no other', async () => {
  const { metafile } = await build({
    absWorkingDir: packageDir('composer'),
    entryPoints: [join('src', 'guests', 'guest-main.ts')],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'bundle',
  });
  const installed = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'));
  expect(installed).toEqual([]);
});
