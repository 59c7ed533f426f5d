import type { ShellApi } from '@wholepage/contracts/mount';

/** Whether a name may be a method of a shell; `then` is not, or `await` would take the shell for a promise. */
const isOfShell = (name: string | symbol): name is string => typeof name === 'string' && name !== 'then';

/**
 * Returns a stand-in for the site's shell: the methods of every shell, and one function for all methods that the site adds.
 * @param other called with the name of such a method
 */
export const withSiteShell = (known: ShellApi, other: (name: string) => unknown): ShellApi =>
  new Proxy(known, {
    get: (shell, name) => Reflect.get(shell, name) ?? (isOfShell(name) ? () => other(name) : undefined),
  });
