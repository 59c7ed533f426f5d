import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Packed } from '../pack/pack-platform';
import { ROOT } from '../paths';
import { TARBALLS } from './tarballs';

/** What commands, tests and types of a repository use, at the versions that this one has. */
const DEV_DEPENDENCIES = [
  '@biomejs/biome',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'playwright-core',
  'react',
  'react-dom',
  'typescript',
];

/** Commands that are typed often, beside `wholepage` itself, as in the platform's own repository. */
const COMMANDS = ['build', 'verify', 'release', 'rollback', 'preview'];

interface RootPackage {
  packageManager: string;
  engines: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

interface Workspace {
  nodeVersion: string;
  onlyBuiltDependencies: string[];
  catalog: Record<string, string>;
}

/** What a new repository is made of. */
export interface NewRepository {
  name: string;
  description: string;
  /** Folders of its packages. */
  packages: readonly string[];
  tarballs: readonly Packed[];
  /** Commands beside those on apps. */
  scripts?: Readonly<Record<string, string>>;
}

/** Each package of the platform is its tarball, whoever depends on it. */
const overrides = (tarballs: readonly Packed[]): Record<string, string> =>
  Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${TARBALLS}/${basename(file)}`]));

const readRoot = async (): Promise<RootPackage> =>
  JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as RootPackage;

const readWorkspace = async (): Promise<Workspace> =>
  parse(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) as Workspace;

const picked = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));

/** Writes `package.json` and `pnpm-workspace.yaml`: commands, and the versions of all that is installed, as they are here. */
export async function writeRootFiles(folder: string, repository: NewRepository): Promise<void> {
  const { name, description, packages, tarballs, scripts } = repository;
  const [root, workspace] = [await readRoot(), await readWorkspace()];
  const tooling = tarballs.find((one) => one.name.endsWith('/tooling'));
  const manifest = {
    name,
    private: true,
    type: 'module',
    description,
    packageManager: root.packageManager,
    engines: root.engines,
    scripts: {
      postinstall: 'wholepage link-node',
      ...scripts,
      test: 'jest --forceExit',
      typecheck: 'tsc -p tsconfig.json',
      lint: 'biome check --error-on-warnings .',
      ...Object.fromEntries(COMMANDS.map((command) => [command, `exec wholepage ${command}`])),
      wholepage: 'exec wholepage',
    },
    devDependencies: {
      ...picked(root.devDependencies, DEV_DEPENDENCIES),
      ...(tooling && { [tooling.name]: tooling.version }),
    },
    optionalDependencies: root.optionalDependencies,
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { nodeVersion, onlyBuiltDependencies, catalog } = workspace;
  const text = stringify({ packages, nodeVersion, onlyBuiltDependencies, catalog, overrides: overrides(tarballs) });
  await writeFile(join(folder, 'pnpm-workspace.yaml'), text);
  // Packages of packages get the versions that were tried here; those that nothing uses go with the first installation.
  await copyFile(join(ROOT, 'pnpm-lock.yaml'), join(folder, 'pnpm-lock.yaml'));
}
