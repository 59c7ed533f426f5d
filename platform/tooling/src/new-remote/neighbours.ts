import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SHELL } from '@wholepage/contracts/version';
import { workspaceApps } from '../apps';
import { readDefinition } from '../build/build-app';
import { packageDir } from '../paths';
import type { Neighbour } from './plan-remote';

const pathsOf = async (name: string): Promise<string[]> => {
  if (name === SHELL) return [];
  const source = pathToFileURL(join(packageDir(name), 'src', 'routes.tsx')).href;
  const { routes } = (await import(source)) as { routes: readonly { path: string }[] };
  return routes.map(({ path }) => path);
};

/** The apps of this workspace with what each has taken. */
export const neighbours = (): Promise<Neighbour[]> =>
  Promise.all(
    workspaceApps().map(async (name) => ({
      name,
      port: (await readDefinition(name)).port,
      paths: await pathsOf(name),
    })),
  );
