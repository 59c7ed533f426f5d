import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagePath, ROOT } from '../paths';
import { PACKED } from './pack-packages';
import type { RemotePlan } from './plan-remote';

/** What of this repository's root a remote of its own needs as well. */
const COPIED = [
  '.gitignore',
  '.npmrc',
  'biome.json',
  'jest.config.mjs',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'tsconfig.json',
];
const COMMANDS = [
  'build',
  'canary',
  'experiment',
  'promote',
  'prune',
  'publish',
  'release',
  'releases',
  'retire',
  'rollback',
  'unit',
  'verify',
];

interface RootPackage {
  scripts: Record<string, string>;
  [key: string]: unknown;
}

const rootPackage = async (name: string): Promise<RootPackage> => {
  const { scripts, ...ours } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as RootPackage;
  const kept = ['postinstall', ...COMMANDS].map((command) => [command, scripts[command]]);
  return {
    ...ours,
    name: `${name}-repository`,
    description: `The remote ${name}, released on its own`,
    scripts: {
      ...Object.fromEntries(kept),
      test: `exec node platform/tooling/cli/run.mjs jest --forceExit ${name}/`,
      typecheck: 'exec node platform/tooling/cli/run.mjs tsc -p tsconfig.json',
      lint: `exec node platform/tooling/cli/run.mjs biome check ${name}`,
    },
  };
};

/** The workspace's own list of packages gives way to what is here; its versions and rules stay. */
const workspaceFile = (ours: string, name: string): string => {
  const packages = [...PACKED.map(packagePath), name].map((entry) => `  - ${entry}`).join('\n');
  const rest = ours.replace(/^packages:\n(?: {2}- .*\n)+/, '');
  return `packages:\n${packages}\n\n# The packages lie beside the remote, as they were packed.\nlinkWorkspacePackages: true\n${rest}`;
};

const readme = ({ name, path }: RemotePlan): string => `# ${name}

The remote of \`${path}\`, in a repository of its own: it needs nothing else to be built, tested, verified and
released. Any Node from 20.19 on, with its npm, is enough: the first command installs the packages that the lockfile names.

| command | does |
|---|---|
| \`npm test\` | its tests |
| \`npm run build ${name}\` | builds a release into \`${name}/dist\` |
| \`npm run verify ${name}\` | says whether it may go live on the site that \`RELEASES_URL\` names |
| \`npm run release ${name}\` | builds, verifies, publishes and promotes it; \`npm run rollback ${name}\` takes it back |

\`RELEASES_URL\` names the site's store, \`RELEASE_SIGNING_KEY\` the key of ${name} and \`STEP_SIGNING_KEY\`
that of your team: the site pins both in its \`RELEASE_KEYS\`, which the commands here need, too.
${PACKED.map((entry) => `\`${packagePath(entry)}/\``).join(', ')} are packages of the site as they were packed; newer ones take their place whole.
`;

/** Writes what makes a folder with the packages a repository: its commands, its versions, its rules. */
export async function writeRepositoryFiles(folder: string, plan: RemotePlan): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of COPIED) await copyFile(join(ROOT, file), join(folder, file));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await rootPackage(plan.name), null, 2)}\n`);
  const workspace = await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  await writeFile(join(folder, 'pnpm-workspace.yaml'), workspaceFile(workspace, plan.name));
  await writeFile(join(folder, 'README.md'), readme(plan));
}
