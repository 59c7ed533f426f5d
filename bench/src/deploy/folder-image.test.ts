import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStage } from './folder-image';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'stages-'));
  jest.spyOn(console, 'log').mockImplementation();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('copies what is in a folder, and not the folder', () => {
  const context = join(base, 'sources');
  mkdirSync(context);
  writeFileSync(join(context, 'package.json'), '{}');
  const stage = {
    name: 'build',
    from: 'node',
    steps: [
      { kind: 'WORKDIR', folder: '/srv/site' } as const,
      { kind: 'COPY', from: undefined, source: '.', target: '.' } as const,
    ],
  };
  const { root } = buildStage(stage, join(base, 'build'), {}, { context, images: new Map() });
  expect(readFileSync(join(root, 'srv', 'site', 'package.json'), 'utf8')).toBe('{}');
});
