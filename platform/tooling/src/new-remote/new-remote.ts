import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allowancesOf } from '@wholepage/composer/define-site';
import { appNameSchema, SHELL } from '@wholepage/contracts/release';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { routesOverlap } from '@wholepage/page-rules/address';
import { isReserved, whyNoAppName } from '@wholepage/releases/claims';
import { readDefinition } from '../build/build-app';
import { devConfig } from '../dev/standalone';
import {
  linkPackages,
  makeRepository,
  TARBALLS,
  titleOf,
  versionsOf,
  withVersions,
  writeTemplate,
} from '../new-repository/repository';
import { tarballsIn } from '../pack/pack-platform';
import { isPacked, packageDir, ROOT, workspaceApps } from '../paths';
import { UsageError } from '../run/command';
import { siteDefinition, writeStandIn } from '../site/definition';

/** `wholepage new remote <name> <path>`: makes a remote with one page, ready for release. @param options.out own repository */
export async function newRemote(
  words: readonly string[],
  options: { port?: string; out?: string } = {},
): Promise<void> {
  const plan = planRemote(words, options.port, await neighbours(), await siteDefinition());
  if (options.out !== undefined) {
    const folder = await remoteRepository(plan, options.out);
    return console.log(
      `${plan.name}: a repository of its own in ${folder}, for ${plan.path}. Its README says how it is released.`,
    );
  }
  const versioned = isPacked ? withVersions(versionsOf(await tarballsIn(join(ROOT, TARBALLS)))) : undefined;
  const files = await writeRemote(plan, undefined, versioned);
  console.log(`${plan.name}: ${files.length} files, for ${plan.path}, alone on port ${plan.port}`);
  await linkPackages();
  console.log(`Alone:  npm run --prefix ${plan.name} standalone`);
  console.log(`Tests:  ${isPacked ? 'npm test --' : 'npx jest'} ${plan.name}`);
  console.log(`Live:   npm run release ${plan.name}`);
  console.log(`Menu:   as "${plan.title}" while it is live; src/routes.tsx says so`);
}

const pathsOf = async (name: string): Promise<string[]> => {
  if (name === SHELL) return [];
  const source = pathToFileURL(join(packageDir(name), 'src', 'routes.tsx')).href;
  const { routes } = (await import(source)) as { routes: readonly { path: string }[] };
  return routes.map(({ path }) => path);
};

/** The apps of this workspace with the names, ports and path patterns that each has taken. */
export const neighbours = () =>
  Promise.all(
    workspaceApps().map(async (name) => ({
      name,
      port: (await readDefinition(name)).port,
      paths: await pathsOf(name),
    })),
  );

/** Placeholders in the template for each remote's own name, title, path and port. */
const STANDINS = /remote-template|\/template\b|\bTemplate\b|\b3999\b/g;

const filled = (text: string, { name, path, port, title }: RemotePlan): string => {
  const own: Record<string, string> = {
    'remote-template': name,
    '/template': path,
    Template: title,
    3999: String(port),
  };
  return text.replace(STANDINS, (standin) => own[standin] ?? standin);
};

/** Makes the remote's folder, whole or not at all. @returns its files @throws UsageError when it cannot be made */
export async function writeRemote(
  plan: RemotePlan,
  folder = packageDir(plan.name),
  versioned = (text: string) => text,
): Promise<string[]> {
  await mkdir(folder).catch(({ message }: Error) => {
    throw new UsageError(`No folder can be made for ${plan.name} (${message}): choose another name.`);
  });
  try {
    const template = join(packageDir('remote-kit'), 'template');
    return await writeTemplate(template, folder, (text) => versioned(filled(text, plan)));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

export const remoteRepository = (plan: RemotePlan, out: string): Promise<string> =>
  makeRepository(
    out,
    {
      name: `${plan.name}-repository`,
      description: `The remote ${plan.name}, released on its own`,
      packages: [plan.name, 'site'],
      templates: ['stand-in'],
      scripts: { standalone: `exec wholepage standalone ${plan.name}` },
      words: { name: plan.name, path: plan.path },
    },
    async (folder, versioned) => {
      const site = await siteDefinition();
      const allows = allowancesOf(site, site.settings.parse(process.env), [plan]);
      await writeStandIn(join(folder, 'site'), { config: await devConfig(''), allows });
      await writeRemote(plan, join(folder, plan.name), versioned);
    },
  );

type Neighbour = Awaited<ReturnType<typeof neighbours>>[number];

interface RemotePlan {
  name: string;
  path: string;
  port: number;
  /** Its name for people: `Careers`. */
  title: string;
}

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/;

/** The fewest letters of a page's title. */
const SHORTEST_TITLE = 3;

/** Folders that commands make beside the apps; most are in no commit. */
const OTHERS = ['coverage', 'deploy', 'dist', 'types', 'var'];

function checkName(name: string, prefix: string, neighbours: readonly Neighbour[]): void {
  const begins = name.startsWith(prefix) && name.length > prefix.length;
  if (!begins || !appNameSchema.safeParse(name).success) {
    throw new UsageError(
      `"${name}" is not a name of a remote: ${prefix && `${prefix} and `}small letters, such as ${prefix}careers, at most 40.`,
    );
  }
  if (OTHERS.includes(name)) throw new UsageError(`${name}/ is where commands write: choose another name.`);
  if (neighbours.some((other) => other.name === name)) throw new UsageError(`${name} is there already.`);
}

function checkPath(path: string, neighbours: readonly Neighbour[]): void {
  if (!PATH.test(path)) throw new UsageError(`"${path}" is not a path of a page: small letters, such as /careers.`);
  if (isReserved(path)) throw new UsageError(`${path} is the site's own; choose another path.`);
  for (const { name, paths } of neighbours) {
    const taken = paths.find((theirs) => routesOverlap(theirs, path));
    if (taken) throw new UsageError(`${taken} is ${name}'s; choose another path than ${path}.`);
  }
}

function portOf(wanted: string | undefined, neighbours: readonly Neighbour[]): number {
  if (wanted === undefined) return Math.max(...neighbours.map(({ port }) => port), 3000) + 1;
  const port = Number(wanted);
  if (!/^\d+$/.test(wanted) || port < 1024 || port > 65_535) {
    throw new UsageError(`"${wanted}" is not a port for a program: choose one from 1024 to 65535.`);
  }
  const owner = neighbours.find((other) => other.port === port);
  if (owner) throw new UsageError(`Port ${port} is ${owner.name}'s; choose another, or leave --port out.`);
  return port;
}

/** Checks the request against the existing apps. @throws UsageError with the fault, or the app that has the name, path or port */
export function planRemote(
  [name, path]: readonly string[],
  wantedPort: string | undefined,
  neighbours: readonly Neighbour[],
  { remotePrefix: prefix = '', apiPaths }: Pick<SiteDefinition, 'remotePrefix' | 'apiPaths'> = {},
): RemotePlan {
  if (name === undefined || path === undefined) {
    throw new UsageError(
      `Which remote, and where? Say its name and the path of its page, such as ${prefix}careers /careers.`,
    );
  }
  checkName(name, prefix, neighbours);
  const taken = whyNoAppName(name, apiPaths);
  if (taken) throw new UsageError(`${taken}.`);
  checkPath(path, neighbours);
  const word = titleOf(name.slice(prefix.length));
  const title = word.length < SHORTEST_TITLE ? `Page ${word}` : word;
  return { name, path, port: portOf(wantedPort, neighbours), title };
}
