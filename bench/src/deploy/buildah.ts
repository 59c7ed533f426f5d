import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export type Buildah = (...args: string[]) => string;

/** A builder with images of its own, which needs no registry and no other user's rights. */
export const buildahIn = (folder: string): { buildah: Buildah; options: string[] } => {
  const options = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah: Buildah = (...args) =>
    execFileSync('buildah', [...options, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  return { buildah, options };
};

/** The program that a container runs, below the three processes of buildah's that stand before it and pass on no signal. */
export function programBelow(pid: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const all = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)?.slice(1) ?? []);
  const childOf = (parent: number) => all.find((row) => row[1] === String(parent));
  let program = childOf(pid);
  while (program?.[2]?.startsWith('buildah')) program = childOf(Number(program[0]));
  if (!program) throw new Error(`No program runs below buildah's process ${pid}.`);
  return Number(program[0]);
}
