import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSourceFolder } from '../../testing/source-folder';

jest.mock('webpack', () => {
  throw new Error('The bundler was loaded.');
});

let folder: string;
jest.mock('../../site/definition', () => ({
  ...jest.requireActual('../../site/definition'),
  siteDefinition: async () => ({ staff: [{ folder }] }),
  serviceOf: async () => ({ name: 'cart-back-end', folder, build: { entry: 'back-end/server.ts' } }),
  atSite: (path: string) => path,
}));

jest.mock('../../build/build-server', () => ({
  ...jest.requireActual('../../build/build-server'),
  buildComposer: jest.fn(),
  bundleSite: jest.fn(),
}));

test('a start with nothing to build waits for no bundler', async () => {
  await expect(import('./build-all')).resolves.toHaveProperty('buildApps');
  await expect(import('../publish-all')).resolves.toHaveProperty('publishAll');
});

test('a back end is another one when its own code changed, and not when a page beside it did', async () => {
  const { buildAgain } = await import('./build-all');
  folder = makeSourceFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  for (const name of ['back-end', 'src']) mkdirSync(join(folder, name));
  write('package.json', '{ "name": "cart" }');
  write('back-end/server.ts', 'console.log(1);');
  expect(await buildAgain('cart-back-end')).toBe(true);
  write('src/page.tsx', 'export const page = 1;');
  expect(await buildAgain('cart-back-end')).toBe(false);
  write('back-end/server.ts', 'console.log(2);');
  expect(await buildAgain('cart-back-end')).toBe(true);
  rmSync(folder, { recursive: true });
});

test('what production starts is all built at once, the services of its people, too', async () => {
  const { build } = await import('./build-all');
  folder = makeSourceFolder();
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts', 'build.ts'), "import { mkdirSync } from 'node:fs'; mkdirSync('dist');");
  await build([], { services: true });
  expect(existsSync(join(folder, 'dist'))).toBe(true);
  rmSync(folder, { recursive: true });
});
