import type { SvgNode } from '../core/svg';
import { garment, type OutfitSpec } from './garment';
import { others, type Sector, tiles } from './outfits/all';

/** A role that has no drawing. */
export class UnknownRoleError extends Error {
  override readonly name = 'UnknownRoleError';
  constructor(sector: string, role: string) {
    super(`No outfit "${role}" in sector "${sector}"; see outfits/${sector}.ts for the roles there are`);
  }
}

/** What a role wears, to be drawn as on its sheet or with another pose or crop. */
export function specOf(sector: Sector, role: string): OutfitSpec {
  const roles: Record<string, { outfit: OutfitSpec }> = tiles[sector];
  const outfit = roles[role]?.outfit ?? others[`${sector}-${role}`];
  if (!outfit) throw new UnknownRoleError(sector, role);
  return outfit;
}

/** One role's outfit at its own scale, for use in scenes; `change` overrides pose and support. */
export const outfitOf = (sector: Sector, role: string, change: Partial<OutfitSpec> = {}): SvgNode =>
  garment({ ...specOf(sector, role), ...change });
