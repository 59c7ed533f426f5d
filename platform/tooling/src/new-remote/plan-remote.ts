import type { SiteDefinition } from '@wholepage/contracts/site';
import { appNameSchema } from '@wholepage/contracts/version';
import { routesOverlap } from '@wholepage/page-rules/address';
import { whyNoAppName } from '@wholepage/releases/app-names';
import { isReserved } from '@wholepage/releases/claims';
import { UsageError } from '../run/command';

/** An app that is there already. */
export interface Neighbour {
  name: string;
  port: number;
  /** Patterns of its routes. */
  paths: readonly string[];
}

/** What a new remote is made from. */
export interface RemotePlan {
  name: string;
  path: string;
  port: number;
  /** Its name as people read it: `Careers`. */
  title: string;
}

/** What a site says of the names of its remotes. */
export type NameRules = Pick<SiteDefinition, 'remotePrefix' | 'apiPaths'>;

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/;

/** Titles of pages have at least so many letters. */
const SHORTEST_TITLE = 3;

const titleOf = (name: string, prefix: string): string => {
  const words = name.slice(prefix.length).replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return title.length < SHORTEST_TITLE ? `Page ${title}` : title;
};

function checkName(name: string, prefix: string, neighbours: readonly Neighbour[]): void {
  const begins = name.startsWith(prefix) && name.length > prefix.length;
  if (!begins || !appNameSchema.safeParse(name).success) {
    throw new UsageError(
      `"${name}" is not a name of a remote: ${prefix && `${prefix} and `}small letters, such as ${prefix}careers, at most 40.`,
    );
  }
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

/**
 * Checks what was asked for against the apps that are there.
 * @param words the remote's name and the path of its first page
 * @param wantedPort where it runs alone; the next free one when left out
 * @param rules of the site, for names of its remotes
 * @throws UsageError saying in one sentence what is wrong or whose it is
 */
export function planRemote(
  words: readonly string[],
  wantedPort: string | undefined,
  neighbours: readonly Neighbour[],
  { remotePrefix: prefix = '', apiPaths }: NameRules = {},
): RemotePlan {
  const [name, path, ...more] = words;
  if (name === undefined || path === undefined) {
    throw new UsageError(
      `Which remote, and where? Say its name and the path of its page, such as ${prefix}careers /careers.`,
    );
  }
  if (more.length > 0) throw new UsageError(`That is too much: leave out "${more.join(' ')}".`);
  checkName(name, prefix, neighbours);
  const taken = whyNoAppName(name, apiPaths);
  if (taken) throw new UsageError(`${taken}.`);
  checkPath(path, neighbours);
  return { name, path, port: portOf(wantedPort, neighbours), title: titleOf(name, prefix) };
}
