import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../paths';

/** A copy of the inputs of versions: package.json files, changelogs, and the settings of changesets. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
  const listed = ['package.json', '*/package.json', 'CHANGELOG.md', 'pnpm-workspace.yaml', '.changeset/config.json'];
  const files = execFileSync('git', ['ls-files', '--', ...listed], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) cpSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

const versionOf = (dir: string, name: string): string =>
  (JSON.parse(readFileSync(join(dir, name, 'package.json'), 'utf8')) as { version: string }).version;

test('a change of one package raises it and all that depend on it, and no app; the changelog says why', () => {
  writeFileSync(
    join(folder, '.changeset', 'a-change.md'),
    '---\n"@wholepage/telemetry": minor\n---\n\nSpans have links.\n',
  );
  execFileSync(join(folder, 'node_modules', '.bin', 'changeset'), ['version'], { cwd: folder, stdio: 'ignore' });
  const raised = ['telemetry', 'composer', 'tooling', 'create-wholepage'].map((name) => `platform/${name}`);
  for (const name of raised) expect([name, versionOf(folder, name)]).not.toEqual([name, versionOf(ROOT, name)]);
  for (const name of ['platform/page-rules', 'mf-blog', 'api', 'examples/tractor-store/decide'])
    expect([name, versionOf(folder, name)]).toEqual([name, versionOf(ROOT, name)]);
  expect(readFileSync(join(folder, 'platform/telemetry/CHANGELOG.md'), 'utf8')).toContain('Spans have links.');
  expect(versionOf(folder, 'platform/create-wholepage')).toBe(versionOf(folder, 'platform/tooling'));
});
