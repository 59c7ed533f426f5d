import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { MIGRATIONS_DIR, PACKAGE_DIR } from '../../../src/settings/paths';

const ROOT = path.dirname(PACKAGE_DIR);
const LISTING_BYTES = 64 * 1024 * 1024;

interface Journal {
  entries: { tag: string }[];
}

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: LISTING_BYTES }).trim();

const tagsIn = (journal: string): string[] => (JSON.parse(journal) as Journal).entries.map(({ tag }) => tag);

/** Names of all migrations, in order. */
export const migrationTags = (): string[] =>
  tagsIn(readFileSync(path.join(MIGRATIONS_DIR, 'meta', '_journal.json'), 'utf8'));

/** The API at a commit before a migration. */
export interface EarlierApi {
  commit: string;
  /** Number of migrations at that commit. */
  migrations: number;
}

/** Commit before the one that added a migration; the newest commit for an uncommitted migration. */
const commitBefore = (tag: string): string => {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `api/migrations/${tag}.sql`);
  return git('rev-parse', '--short', added ? `${added}~1` : 'HEAD');
};

/** True for a migration that removes something. A test of the migrations requires its `contract` comment. */
const takesAway = (tag: string): boolean =>
  /^-- contract: /m.test(readFileSync(path.join(MIGRATIONS_DIR, `${tag}.sql`), 'utf8'));

/**
 * Lists the API before the last migration, and before each recent migration that removes something. A migration that
 * only adds does not affect earlier programs. The newest comes first.
 * @param most number of migrations to look back
 * @throws in a clone without history
 */
export function earlierApis(most: number): EarlierApi[] {
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error('This clone has no history. Run "git fetch --unshallow", then try again.');
  const tags = migrationTags().slice(-most).reverse();
  const commits = new Set(tags.filter((tag, index) => index === 0 || takesAway(tag)).map(commitBefore));
  return [...commits].map((commit) => ({
    commit,
    migrations: tagsIn(git('show', `${commit}:api/migrations/meta/_journal.json`)).length,
  }));
}

/** Folders of a workspace's packages, by name. */
function packagesIn(sources: string, files: readonly string[]): Map<string, string> {
  const manifests = files.filter((file) => /^(?!.*(templates?|programs)\/).*\/package\.json$/.test(file));
  return new Map(
    manifests.map((file) => {
      const { name } = JSON.parse(readFileSync(path.join(sources, file), 'utf8')) as { name: string };
      return [name, path.join(sources, path.dirname(file))];
    }),
  );
}

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Links a package into a folder's `node_modules`. */
function link(name: string, dir: string, folder: string): void {
  const at = path.join(folder, 'node_modules', name);
  if (existsSync(at)) return;
  mkdirSync(path.dirname(at), { recursive: true });
  symlinkSync(dir, at);
}

/** Bundles workspace packages. Others come from today's installation: the API's, another app's, or a transitive one. */
const ownPackages = (names: ReadonlyMap<string, string>, folder: string): Plugin => ({
  name: 'own-packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path: specifier, kind }) => {
      const name = nameOf(specifier);
      if (kind === 'entry-point' || names.has(name)) return undefined;
      const homes = ['api', ...readdirSync(ROOT), 'node_modules/.pnpm'].map((app) =>
        path.join(ROOT, app, 'node_modules', name),
      );
      const home = homes.find((dir) => existsSync(dir));
      if (home) link(name, home, folder);
      return { path: specifier, external: true };
    }),
});

/**
 * Builds the API of a commit in a checkout below this package, where Node finds its dependencies.
 * @returns the program's path, and a function that removes the checkout
 */
export async function buildEarlier(commit: string): Promise<{ program: string; remove(): void }> {
  const sources = path.join(PACKAGE_DIR, 'dist', `earlier-${commit}-${process.pid}`);
  mkdirSync(sources, { recursive: true });
  const archive = path.join(sources, 'sources.tar');
  execFileSync('git', ['archive', '-o', archive, commit], { cwd: ROOT });
  execFileSync('tar', ['xf', archive, '-C', sources]);
  rmSync(archive);
  const names = packagesIn(sources, git('ls-tree', '-r', '--name-only', commit).split('\n'));
  for (const [name, dir] of names) link(name, dir, sources);
  const own = (name: string): string => path.join(sources, 'api', 'src', name);
  const programs = ['confined/post-html.ts', 'confined/picture.ts'].map(own);
  const outdir = path.join(sources, 'api', 'dist');
  await build({
    entryPoints: [own('server.ts'), ...programs.filter((file) => existsSync(file))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    plugins: [ownPackages(names, sources)],
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  return { program: path.join(outdir, 'server.mjs'), remove: () => rmSync(sources, { recursive: true, force: true }) };
}
