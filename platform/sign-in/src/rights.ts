import * as z from 'zod';
import { RefusedError } from './errors';

/**
 * The rights of a service. A `scoped` right is held for named things: `releaser:articles`. A right that implies others
 * grants them for everything.
 */
export type RightsModel = Readonly<Record<string, { scoped?: boolean; implies?: readonly string[] }>>;

const THING = /^[a-z0-9][a-z0-9-]{0,59}$/;

/**
 * Reads `admin` or `releaser:articles,shop`. @returns one right for each thing
 * @throws RefusedError in one sentence that lists the rights of the service
 */
export function parseRight(model: RightsModel, text: string): string[] {
  const [name = '', things, ...more] = text.split(':');
  const right = Object.hasOwn(model, name) ? model[name] : undefined;
  const list = things?.split(',').map((thing) => thing.trim()) ?? [];
  const isWellFormed = more.length === 0 && list.every((thing) => THING.test(thing));
  if (right && isWellFormed && Boolean(right.scoped) === list.length > 0)
    return right.scoped ? list.map((thing) => `${name}:${thing}`) : [name];
  const choices = Object.entries(model).map(([known, { scoped }]) => (scoped ? `${known}:NAME,NAME` : known));
  throw new RefusedError(400, `"${text}" is not a right. Choose among ${choices.join(', ')}.`);
}

/** True when the rights include this one, directly or by implication. @param thing the named thing, for a scoped right */
export const holds = (model: RightsModel, rights: readonly string[], name: string, thing?: string): boolean =>
  rights.some((held) => {
    const [own = '', of] = held.split(':');
    if (own === name) return of === undefined || thing === undefined || of === thing;
    return Object.hasOwn(model, own) && (model[own]?.implies ?? []).includes(name);
  });

/** Rights of groups, by service: `{ "console": { "web-leads": ["admin"], "articles-team": ["releaser:articles"] } }`. */
export const groupRightsSchema = z.record(z.string(), z.record(z.string(), z.array(z.string()).max(50)));

export const rightsOfGroups = (
  byGroup: Readonly<Record<string, readonly string[]>>,
  groups: readonly string[],
): string[] => [...new Set(groups.flatMap((group) => (Object.hasOwn(byGroup, group) ? (byGroup[group] ?? []) : [])))];
