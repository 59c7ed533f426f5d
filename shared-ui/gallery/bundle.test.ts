import { join } from 'node:path';
import { build } from 'esbuild';

it('is bundled without a warning, such as of a property that two composed styles both set', async () => {
  const { warnings } = await build({
    entryPoints: [join(__dirname, 'main.tsx')],
    outdir: __dirname,
    bundle: true,
    jsx: 'automatic',
    loader: { '.woff2': 'empty' },
    write: false,
    logLevel: 'silent',
  });
  expect(warnings.map(({ text }) => text)).toEqual([]);
});
