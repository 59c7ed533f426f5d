import { RefusedError } from './errors';

interface Right {
  /** What it allows, in words. */
  allows: string;
  /** Rights that it grants, too, for everything. */
  implies?: readonly string[];
  /** Of a right that is held for named things, such as `releaser:articles`: what they are, as in `releaser:APP,APP`. */
  scope?: string;
}

/** The rights of a service, the most common first. */
export type RightsModel = Readonly<Record<string, Right>>;

/** Returns how each right is typed: `admin`, `releaser:APP,APP`. */
export const typedRights = (model: RightsModel): string[] =>
  Object.entries(model).map(([name, { scope }]) => (scope ? `${name}:${scope},${scope}` : name));

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
  if (right && isWellFormed && Boolean(right.scope) === list.length > 0)
    return right.scope ? list.map((thing) => `${name}:${thing}`) : [name];
  throw new RefusedError(400, `"${text}" is not a right. Choose among ${typedRights(model).join(', ')}.`);
}

/** True when the rights include this one, directly or by implication. @param thing the named thing, for a scoped right */
export const holds = <Model extends RightsModel>(
  model: Model,
  rights: readonly string[],
  name: keyof Model & string,
  thing?: string,
): boolean =>
  rights.some((held) => {
    const [own = '', of] = held.split(':');
    if (own === name) return of === undefined || thing === undefined || of === thing;
    return Object.hasOwn(model, own) && (model[own]?.implies ?? []).includes(name);
  });

export const rightsOfGroups = (
  byGroup: Readonly<Record<string, readonly string[]>>,
  groups: readonly string[],
): string[] => [...new Set(groups.flatMap((group) => (Object.hasOwn(byGroup, group) ? (byGroup[group] ?? []) : [])))];
