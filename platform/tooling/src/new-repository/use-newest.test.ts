import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkPackages, makeRepository, useNewest } from './repository';

jest.mock('../pack/pack-platform', () => ({
  ...jest.requireActual<object>('../pack/pack-platform'),
  packPlatform: jest.fn(() => new Promise(() => {})),
}));

const run = promisify(execFile);
let root: string;

/** Makes a tarball in npm's format. */
async function pack(name: string, version: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'pack-'));
  await mkdir(join(work, 'package'));
  await writeFile(join(work, 'package', 'package.json'), JSON.stringify({ name, version }));
  const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
  await run('tar', ['-czf', join(root, 'packages', file), '-C', work, 'package']);
  await rm(work, { recursive: true });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'repository-'));
  await mkdir(join(root, 'packages'));
  await mkdir(join(root, 'news'));
  await writeFile(
    join(root, 'pnpm-workspace.yaml'),
    'packages:\n  - "*"\n# Versions that several use.\ncatalog:\n  react: 19.3.1\noverrides:\n  "@wholepage/contracts": file:packages/wholepage-contracts-1.9.0.tgz\n',
  );
  const dependencies = { '@wholepage/contracts': '1.9.0', react: 'catalog:' };
  await writeFile(join(root, 'package.json'), JSON.stringify({ devDependencies: {} }, null, 2));
  await writeFile(join(root, 'news', 'package.json'), JSON.stringify({ dependencies }, null, 2));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the newest version of each package is used everywhere, and the older tarball goes', async () => {
  for (const version of ['1.9.0', '1.10.0']) await pack('@wholepage/contracts', version);
  await pack('@wholepage/tooling', '1.9.0');
  expect((await useNewest(root)).map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
    '@wholepage/contracts 1.10.0',
    '@wholepage/tooling 1.9.0',
  ]);
  const workspace = await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8');
  expect(workspace).toContain('"@wholepage/contracts": file:packages/wholepage-contracts-1.10.0.tgz');
  expect(workspace).toContain('"@wholepage/tooling": file:packages/wholepage-tooling-1.9.0.tgz');
  expect(workspace).toContain('# Versions that several use.');
  expect(JSON.parse(await readFile(join(root, 'news', 'package.json'), 'utf8'))).toEqual({
    dependencies: { '@wholepage/contracts': '1.10.0', react: 'catalog:' },
  });
  expect((await readdir(join(root, 'packages'))).sort()).toEqual([
    'wholepage-contracts-1.10.0.tgz',
    'wholepage-tooling-1.9.0.tgz',
  ]);
});

test('a repository without tarballs learns how they are made', async () => {
  await expect(useNewest(root)).rejects.toThrow('holds no tarballs: `npm run wholepage -- pack FOLDER`');
});

test('where npm brings nothing, a folder that is removed is not named as the place of the next command', async () => {
  const path = process.env['PATH'];
  await writeFile(join(root, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env['PATH'] = root;
  try {
    await expect(linkPackages(root, '--lockfile-only')).rejects.toThrow(
      'Check the network, then: run the same command',
    );
    await expect(linkPackages()).rejects.toThrow(/Check the network, then: npx pnpm@[\d.]+ install$/);
  } finally {
    process.env['PATH'] = path;
  }
});

test('Ctrl+C leaves no half of a repository, so that the same command can be typed again', async () => {
  const before = process.listenerCount('SIGINT');
  const about = { name: 'shop', description: '', packages: [], templates: [], scripts: {} };
  const made = expect(makeRepository(join(root, 'shop'), about)).rejects.toThrow('Stopped before it was ready.');
  while (process.listenerCount('SIGINT') === before) await new Promise(setImmediate);
  process.listeners('SIGINT').at(-1)?.('SIGINT');
  await made;
  expect(await readdir(root)).not.toContain('shop');
});
