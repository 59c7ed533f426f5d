import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Edit } from './reissue';

export const APP = 'mf-blog';
const ENTRY = `${APP}/src/app.tsx`;
const LIST = `${APP}/src/pages/list/page`;
const ENTRY_START = "import { createRemote } from '@wholepage/remote-kit';";
const LATEST_START = 'function LatestPost({ data }: { props: LatestPostProps; data: LatestPostData }) {';
const LIST_START = '  const { banner } = blog;';

/** A mistake that a team could make, and the gate's message about it. */
export interface Mistake {
  name: string;
  file: string;
  from: string;
  to(): string;
  /** The check that finds it. */
  check: string;
  says: RegExp;
}

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'a type error',
    file: ENTRY,
    from: ENTRY_START,
    to: () => `${ENTRY_START}\nexport const wrong: number = 'a text';`,
    check: 'types',
    says: /✗ types.+\n +src\/app\.tsx\(\d+,\d+\)\n +TS2322: .+\n +→ Mend the type/,
  },
  {
    name: 'a rule for the whole page',
    file: `${LIST}.module.css`,
    from: '@layer pages {',
    to: () => 'body { margin: 40px }\n@layer pages {',
    check: 'styles',
    says: /✗ styles.+\n +assets\/\S+\.css\n +The rule "body \{ … \}" styles what is not the remote's\.\n +→ Start it from a class/,
  },
  {
    name: '300 kB more',
    file: ENTRY,
    from: 'export const {',
    to: () => `export const ballast = '${randomBytes(225_000).toString('base64')}';\nexport const {`,
    check: 'sizes',
    says: /✗ sizes[\s\S]+all scripts and styles\n +3\d\d\.\d kB more than the live release.+\n +→ Load what is not needed/,
  },
  {
    name: 'a throw that only browsers meet',
    file: `${LIST}.tsx`,
    from: LIST_START,
    to: () => `${LIST_START}\n  if (typeof window !== 'undefined') throw new Error('only in browsers');`,
    check: 'pages',
    says: /✗ pages.+\n +\/blog at 390.*\n[\s\S]+only in browsers[\s\S]+→ Open it: npm run dev/,
  },
  {
    name: 'a patched fetch',
    file: ENTRY,
    from: 'import { routes }',
    to: () =>
      "if (typeof window !== 'undefined') { const own = window.fetch; window.fetch = (...given) => own(...given); }\nimport { routes }",
    check: 'globals',
    says: /✗ globals.+\n +fetch\n +It was replaced or added, for the whole page\.\n +→ Wrap it/,
  },
  {
    name: 'a fragment within itself',
    file: `${APP}/src/fragments/latest-post/fragment.tsx`,
    from: LATEST_START,
    to: () => `import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
${LATEST_START}
  if (data) return <RemoteFragment of="${APP}" name="latest-post" props={{ path: '/' }} />;`,
    check: 'fragments',
    says: /✗ fragments.+\n +mf-blog\/latest-post on \/\S+\n +It is left out, for mf-blog\/latest-post → mf-blog\/latest-post is a circle\.\n +→ Place fragments/,
  },
];

const ITSELF = `<fragment-slot data-fragment="${APP}/latest-post"></fragment-slot>`;

/** Puts five of these mistakes into a build, which holds no types. Only narrow windows run into the throw. */
export const harmed: Edit = (file, text) => {
  if (file === 'node/render.mjs')
    return text.replace(
      /(\w+) as renderFragment/,
      `renderItself as renderFragment};const renderItself=async()=>({html:\`${ITSELF}\`,data:null});export{$1 as renderOwn`,
    );
  if (file === 'assets/page-list.css') return `body { margin: 40px }\n${text}`;
  if (file !== 'assets/page-list.js') return text;
  return [
    `self.ballast || '${'x'.repeat(300_000)}';`,
    '{ const own = window.fetch; window.fetch = (...given) => own(...given); }',
    "if (innerWidth < 500) throw new Error('only in browsers');",
    text,
  ].join('\n');
};

/** A test's own copy of a release store. */
export interface StoreCopy {
  place: string;
  /** The text of `registry.json`, which names the live releases. */
  registry(): Promise<string>;
  /** Runs a release command on the store, with the tooling of the workspace at `root`. @returns exit code and output */
  run(
    root: string,
    command: 'release' | 'promote' | 'verify',
    ...words: string[]
  ): Promise<{ code: unknown; said: string }>;
  remove(): Promise<void>;
}

/** Copies the store of the site under test. @param apiOrigin the API that releases are tried with */
export async function copyStore(apiOrigin = process.env.SITE_API): Promise<StoreCopy> {
  const data = await mkdtemp(join(tmpdir(), 'released-to-'));
  const place = join(data, 'releases');
  for (const folder of ['releases', 'release-keys'])
    await cp(join(process.env.SITE_DATA ?? '', folder), join(data, folder), { recursive: true });
  return {
    place,
    registry: () => readFile(join(place, 'registry.json'), 'utf8'),
    run: (root, command, ...words) =>
      new Promise((resolve) => {
        const program = ['--import', 'tsx', join(root, 'platform/tooling/src/cli.ts'), command, ...words];
        const env = {
          ...process.env,
          DATA_DIR: data,
          RELEASES_URL: '',
          API_ORIGIN: apiOrigin,
          // Longer than the default, because browsers share the machine with the gate.
          RENDER_TIMEOUT_MS: '5000',
        };
        execFile(process.execPath, program, { cwd: root, env }, (error, stdout, stderr) =>
          resolve({ code: error ? error.code : 0, said: stdout + stderr }),
        );
      }),
    remove: () => rm(data, { recursive: true, force: true }),
  };
}

/** Copies the sources of {@link APP} and the shell, to make mistakes in. */
export const copySources = (): Promise<WorkspaceCopy> => copyWorkspace(APP, 'shell');
