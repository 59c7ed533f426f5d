import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { packageDir, ROOT } from '../paths';
import { tsx } from '../run/spawn';
import { deployFiles } from './deploy-files';
import { moduleOf, type TypedData, typeFaults } from './testing/type-faults';

jest.setTimeout(120_000);

test("this repository's own files are those that the command writes, each time the same", async () => {
  const files = await deployFiles();
  expect(await deployFiles()).toEqual(files);
  for (const [path, text] of Object.entries(files))
    expect([path, await readFile(join(ROOT, 'deploy', path), 'utf8')]).toEqual([path, text]);
});

describe('of another site', () => {
  let folder: string;
  const command = (...words: string[]) =>
    promisify(execFile)(
      process.execPath,
      ['--import', tsx(), join(packageDir('tooling'), 'src', 'cli.ts'), 'deploy', 'files', '--out', folder, ...words],
      { env: { ...process.env, SITE_DIR: 'examples/tractor-store/site' } },
    );
  const written = (path: string) => readFile(join(folder, path), 'utf8');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deploy-'));
    await command();
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('its services are run as site.ts declares them, and its composers know them', async () => {
    const unit = await written('vm/systemd/decide-back-end@.service');
    expect(unit).toContain('DECIDE_PORT=%i');
    expect(unit).toContain(
      'ExecStart=/srv/site/node_modules/.bin/node --enable-source-maps examples/tractor-store/decide/dist/back-end.mjs',
    );
    const composer = await written('vm/systemd/composer@.service');
    expect(composer).toContain('SITE_DIR=examples/tractor-store/site');
    expect(composer).toContain('\\"decide\\":\\"http://127.0.0.1:3052\\"');
    const { services } = parse(await written('containers/compose.yaml')) as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    expect(Object.keys(services)).toEqual([
      'composer',
      ...['explore', 'decide', 'checkout', 'inspire'].map((team) => `${team}-back-end`),
      'nginx',
    ]);
    expect(JSON.parse(services['composer']?.environment?.['API_ORIGINS'] ?? '')).toMatchObject({
      decide: 'http://decide-back-end:3052',
    });
    // Of the other site.
    expect(await written('vm/nginx/site.conf')).not.toMatch(/save_|enrolments|apis/);
  });

  test('Kubernetes takes its manifests, and what they name is there', async () => {
    const { resources } = parse(await written('kubernetes/kustomization.yaml')) as { resources: string[] };
    const manifests: TypedData[] = [];
    for (const file of resources)
      for (const document of parseAllDocuments(await written(`kubernetes/${file}`))) {
        const value = document.toJS() as { apiVersion: string; kind: string };
        manifests.push({ name: `${file}: ${value.kind}`, module: moduleOf(value.apiVersion), type: value.kind, value });
      }
    expect(manifests.length).toBeGreaterThan(15);
    expect(await typeFaults(manifests)).toEqual([]);
  });

  test('--check tells which file differs, and that a service is gone', async () => {
    expect((await command('--check')).stdout).toContain('is what site.ts says');
    await appendFile(join(folder, 'vm/nginx/site.conf'), '# by hand\n');
    await writeFile(join(folder, 'kubernetes', 'former.yaml'), '');
    await expect(command('--check')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /differs from what site\.ts says: vm\/nginx\/site\.conf, kubernetes\/former\.yaml\./,
      ),
    });
  });
});
