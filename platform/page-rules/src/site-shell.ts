import type { ShellApi } from '@wholepage/contracts/mount';

/** A promise is never a shell: what looks for one must not find it. */
const isOfShell = (name: string | symbol): name is string => typeof name === 'string' && name !== 'then';

/**
 * A shell where the site's own is not: what every shell offers, and in place of what this site's adds, one function.
 * @param other called with the name of what the site's shell offers, when a remote calls it
 */
export const withSiteShell = (known: ShellApi, other: (name: string) => unknown): ShellApi =>
  new Proxy(known, {
    get: (shell, name) => Reflect.get(shell, name) ?? (isOfShell(name) ? () => other(name) : undefined),
  });
