/** Cloths that stand in where a post has no picture. */
export const WEAVES = ['twill', 'gingham', 'pinstripe', 'herringbone', 'basket', 'windowpane'] as const;

export type Weave = (typeof WEAVES)[number];

/** The cloth of a post: always the same for the same slug. */
export function weaveOf(slug: string): Weave {
  // FNV-1a: slugs that begin alike still get different cloths.
  let hash = 0x811c9dc5;
  for (const character of slug) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return WEAVES[(hash >>> 8) % WEAVES.length] ?? 'twill';
}
