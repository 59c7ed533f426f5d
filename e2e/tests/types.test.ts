import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promote } from '@wholepage/releases/steps';
import { runOn } from '../src/external/publish-external';
import { skipAllBut } from '../src/faults/gate-checks';
import { publishEdited, reissue } from '../src/faults/reissue';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

const ROOT = join(__dirname, '..', '..');
const COMPILE_MS = 60_000;
/** Time for two runs of the gate. */
const GATES_MS = 120_000;

let own: OwnComposer;
let folder: string;
beforeAll(async () => {
  own = await startOwnComposer();
  // The tests sign steps with the keys of this store.
  process.env.DATA_DIR = dirname(own.store);
  // The folder stands for another team's repository, with the packages that it would install.
  folder = await mkdtemp(join(tmpdir(), 'other-team-'));
  await symlink(join(ROOT, 'mf-blog', 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'src'));
  const options = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: [] },
    include: ['src', 'types'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
});
afterAll(async () => {
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
});

const READ = {
  name: 'read',
  retained: false,
  detail: { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'], additionalProperties: false },
};

/** Releases the blog with these events. @returns its version */
const releaseBlog = (events: object[]) =>
  reissue(own.store, 'mf-blog', (file, text) =>
    file === 'release.json' ? JSON.stringify({ ...JSON.parse(text), events }) : text,
  );

/** @returns the compiler's messages about `page.tsx` in the project in this folder */
const faultsOf = (project: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', project, '--pretty', 'false'], (_error, stdout) =>
      resolve(
        stdout
          .split('\n')
          .filter((line) => line.includes('page.tsx'))
          .join('\n'),
      ),
    );
  });

/** Compiles a source of the other team against the types of the live releases. @returns the compiler's messages about it */
async function compiled(source: string): Promise<string> {
  await writeFile(join(folder, 'src', 'page.tsx'), source);
  const { code, said } = await runOn(own.store, 'types', '--out', join(folder, 'types'));
  if (code !== 0) throw new Error(said);
  return faultsOf(folder);
}

const page = (props: string, detail: string, path: string) => `
import type { SiteEvents } from '@wholepage/contracts/events';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import embed from 'mf-blog/embed';

export const Teaser = () => <RemoteFragment of="mf-blog" name="latest-post" props={${props}} />;
export const listen = (events: SiteEvents) => events.subscribe('mf-blog:read', (detail) => detail.${detail}.toUpperCase());
export const show = (dom: HTMLElement) => embed().render({ dom, path: '${path}' });
`;

test(
  'another team’s fragments, events and pages are typed by what is live',
  async () => {
    await releaseBlog([READ]);
    expect(await compiled(page("{ path: '/blog' }", 'slug', '/blog/linen'))).toBe('');
    const said = await compiled(page('{ count: 3 }', 'title', '/courses'));
    expect(said).toMatch(/page\.tsx\(6,.*'count' does not exist/);
    expect(said).toMatch(/page\.tsx\(7,.*Property 'title' does not exist on type '\{ slug: string; \}'/);
    expect(said).toMatch(/page\.tsx\(8,.*'"\/courses"' is not assignable/);
  },
  COMPILE_MS,
);

test(
  'what the other team renames no longer compiles once it is live',
  async () => {
    await releaseBlog([
      { ...READ, detail: { ...READ.detail, properties: { id: { type: 'string' } }, required: ['id'] } },
    ]);
    expect(await compiled(page("{ path: '/blog' }", 'slug', '/blog'))).toMatch(
      /'slug' does not exist on type '\{ id: string; \}'/,
    );
  },
  COMPILE_MS,
);

/** Fetches the types as a host's bundler does with `dts: true`. */
async function fetchTypesByLibrary(context: string): Promise<void> {
  const enhanced = createRequire(require.resolve('@module-federation/enhanced/webpack'));
  const { DTSManager } = enhanced('@module-federation/dts-plugin/core');
  const remotes = { 'mf-blog': `mf-blog@${own.origin}/_releases/mf-blog/mf-manifest.json` };
  await new DTSManager({
    host: { context, moduleFederationConfig: { name: 'host', remotes }, abortOnError: true, consumeAPITypes: true },
  }).consumeTypes();
}

const stockPage = (path: string) => `
import { loadRemote } from '@module-federation/runtime';

export async function show(dom: HTMLElement) {
  const { default: embed } = await loadRemote('mf-blog/embed');
  await embed().render({ dom, path: '${path}' });
}
`;

test(
  'a host that has nothing of this platform gets the types by the library’s own plugin',
  async () => {
    const host = await mkdtemp(join(tmpdir(), 'stock-host-'));
    await fetchTypesByLibrary(host);
    await symlink(join(ROOT, 'e2e', 'node_modules'), join(host, 'node_modules'));
    await writeFile(
      join(host, 'tsconfig.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.base.json'),
        compilerOptions: { types: [], paths: { '*': ['./@mf-types/*'] } },
        include: ['page.tsx', '@mf-types/index.d.ts'],
      }),
    );
    await writeFile(join(host, 'page.tsx'), stockPage('/blog/linen'));
    expect(await faultsOf(host)).toBe('');
    await writeFile(join(host, 'page.tsx'), stockPage('/courses'));
    expect(await faultsOf(host)).toMatch(/page\.tsx\(6,.*'"\/courses"' is not assignable/);
    await rm(host, { recursive: true });
  },
  COMPILE_MS,
);

if (process.env.TEST_ALL === '1') {
  test(
    'the gate names who uses what a release breaks, and what of it is not live to who uses it',
    async () => {
      await releaseBlog([READ]);
      const user = await reissue(own.store, 'mf-courses', (file, text) =>
        file === 'release.json'
          ? JSON.stringify({ ...JSON.parse(text), uses: { fragments: [], events: ['mf-blog:read'] } })
          : text,
      );
      const broken = await publishEdited(own.store, 'mf-blog', (file, text) =>
        file === 'release.json' ? JSON.stringify({ ...JSON.parse(text), events: [] }) : text,
      );
      const breaker = await runOn(own.store, 'verify', 'mf-blog', broken, ...skipAllBut('users'));
      expect(breaker.said).toContain(`Used by mf-courses ${user}.`);
      expect(breaker.code).toBe(1);
      await promote(own.store, 'mf-blog', broken);
      const using = await runOn(own.store, 'verify', 'mf-courses', user, ...skipAllBut('users'));
      expect(using.said).toContain('It uses mf-blog:read, which the live mf-blog does not have.');
      expect(using.code).toBe(1);
    },
    GATES_MS,
  );
}
