import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageDir } from '../../paths';

/** Folder of a package as this app has it; undefined when it has none. */
function installedDir(app: string, name: string): string | undefined {
  try {
    return dirname(createRequire(join(packageDir(app), 'package.json')).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** Version of a package as this app has it; undefined when it has none. */
export function installedVersion(app: string, name: string): string | undefined {
  const dir = installedDir(app, name);
  return dir && (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * All of a build uses the app's own React. Packages of this workspace that take it as a peer have one of their own
 * installed beside them. Two in one root fail at the first hook.
 */
export const ownReact = (app: string): Record<string, string> =>
  Object.fromEntries(
    ['react', 'react-dom'].flatMap((name) => {
      const dir = installedDir(app, name);
      return dir ? [[name, dir]] : [];
    }),
  );
