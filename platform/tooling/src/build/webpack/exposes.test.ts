import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSourceFolder } from '../../testing/source-folder';
import { requireLifecycles, rules, runWebpack } from './webpack-config';

let folder: string;
beforeEach(() => {
  folder = makeSourceFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds a remote whose `./app` is this. */
async function build(app: string) {
  writeFileSync(
    join(folder, 'kit.ts'),
    'export const createRemote = () => ({ bootstrap() {}, mount() {}, unmount() {} });',
  );
  writeFileSync(join(folder, 'app.ts'), app);
  writeFileSync(join(folder, 'entry.ts'), "export const get = () => import('./app');");
  const compilation = await runWebpack({
    context: folder,
    mode: 'production',
    entry: './entry.ts',
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: rules({ target: 'browser', publicPath: '/' }) },
    output: { path: join(folder, 'out') },
  });
  requireLifecycles(compilation, 'news', join(folder, 'app.ts'));
}

const KIT = "import { createRemote } from './kit';\nexport const {";

test('a remote that cannot be taken off the page again is not built', async () => {
  await expect(build(`${KIT} bootstrap, mount } = createRemote();`)).rejects.toThrow(
    /^news cannot be mounted: .+app\.ts exports no unmount\./,
  );
  await expect(build('export const title = 1;')).rejects.toThrow(/exports no bootstrap, no mount, no unmount\./);
});

test('a remote that exports what the kit gives is built', () =>
  build(`${KIT} bootstrap, mount, unmount } = createRemote();`));
