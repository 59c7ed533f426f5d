import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

const FOLDERS = [
  'platform/composer/src',
  'site',
  'api/src',
  'payment-sandbox/src',
  'platform/releases/src',
  'platform/tooling/src',
  'shared-ui/gallery',
  'platform/sign-in/src',
  'platform/staff-kit/src',
  'platform/console/src',
  'office/src',
];
/** Of the commands, the machine, npm, a pipeline, glibc and the SDK of S3. `npm run dev` sets two for its processes, and the federation's plugin one for its parts. */
const NOT_OURS = new Set([
  ...['SITE_APPLIED', 'PATH', 'INIT_CWD', 'GITLAB_CI', 'DEV_SERVERS', 'CLASS_DIGESTS', 'FEDERATION_WEBPACK_PATH'],
  ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ...['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'],
]);

/** `env.PORT`, `env['PORT']`, a setting's name as an argument or as a `variable` of the site's definition, or a key of a schema. */
const READ =
  /\benv(?:\.|\[')([A-Z][A-Z0-9_]+)|\(env, '([A-Z0-9_]+)'|\bvariable: '([A-Z0-9_]+)'|^ {2}([A-Z][A-Z0-9_]+): /gm;

/** A setting is there because somebody has a reason to change it: what nobody changes is a constant with its reason. */
const MOST = 80;

const sources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name) && !/node_modules|testing/.test(entry.parentPath),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .filter((text) => /\benv\b|environmentSchema|z\.object\(|variable: '/.test(text));

const names = (texts: string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? ''));

test('docs/settings.md lists what the code reads, and nothing else', () => {
  const page = readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8').replace(
    '`EMAILJS_TEMPLATE_{HOME,MODAL,CONTACT}`',
    ['HOME', 'MODAL', 'CONTACT'].map((name) => `\`EMAILJS_TEMPLATE_${name}\``).join(', '),
  );
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '');
  const documented = new Set(names(listed, /`([A-Z0-9_]+)`/g));
  const read = new Set(names(FOLDERS.flatMap(sources), READ).filter((name) => !NOT_OURS.has(name)));
  expect([...documented].sort()).toEqual([...read].sort());
  expect(documented.size).toBeLessThanOrEqual(MOST);
});
