import { syncBuiltinESMExports } from 'node:module';

/**
 * The permission model refuses files, processes and sockets, but not signals, and it trusts whoever can change V8's
 * flags. Where the operating system does not stand in for it, these are simply not there.
 */
const FORBIDDEN_OF_PROCESS = [
  'kill',
  '_kill',
  'abort',
  'binding',
  '_linkedBinding',
  'dlopen',
  'execve',
  '_debugProcess',
  '_debugEnd',
] as const;

interface ProcessPermission {
  drop?(scope: string): void;
}

/**
 * Gives up every right that this process has left, before a line of a release's code is read.
 * @param uid to go on as, when root started us: a user that owns nothing, and whom no other guest shares
 */
export function confine(uid: number | undefined): void {
  if (uid !== undefined) {
    process.setgroups?.([]);
    process.setgid?.(uid);
    process.setuid?.(uid);
  }
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const name of FORBIDDEN_OF_PROCESS) Object.defineProperty(process, name, { value: undefined });
  const os = process.getBuiltinModule('node:os') as { setPriority: unknown };
  const v8 = process.getBuiltinModule('node:v8') as { setFlagsFromString: unknown };
  os.setPriority = undefined;
  v8.setFlagsFromString = undefined;
  syncBuiltinESMExports();
  (process as { permission?: ProcessPermission }).permission?.drop?.('fs.read');
}
