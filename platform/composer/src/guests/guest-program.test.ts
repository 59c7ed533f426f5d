import { join } from 'node:path';
import { build } from 'esbuild';

test("the guest's program needs no packages: it may read no file but itself and its release", async () => {
  const { metafile } = await build({
    entryPoints: [join(__dirname, 'guest-main.ts')],
    absWorkingDir: __dirname,
    bundle: true,
    write: false,
    metafile: true,
    outdir: __dirname,
    platform: 'node',
    format: 'esm',
    external: ['zod'],
    logLevel: 'error',
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports.map(({ path }) => path)).not.toContain('zod');
  expect(Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([]);
});
