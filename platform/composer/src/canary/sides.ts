import type { ReleaseSet } from '../releases/release-set';
import { setId } from '../releases/set-id';
import { isOnCanary } from './draw';

const known = new WeakMap<ReleaseSet, Map<string, ReleaseSet>>();

/**
 * The set of a visitor with this draw: the live one, with the canaries in it that are theirs. Of two visitors on the same
 * sides both get the same set, so that one page is made for both.
 */
export function sideOf(set: ReleaseSet, draw: number): ReleaseSet {
  const theirs = set.canaries.filter(({ release, percent }) => {
    const { app, version } = release.manifest;
    return isOnCanary(draw, `${app} ${version}`, percent);
  });
  if (theirs.length === 0) return set;
  const apps = { ...set.apps };
  for (const { release } of theirs) apps[release.manifest.app] = release;
  const id = setId(apps);
  const sides = known.get(set) ?? new Map<string, ReleaseSet>();
  known.set(set, sides);
  const side = sides.get(id) ?? { ...set, id, apps };
  sides.set(id, side);
  return side;
}
