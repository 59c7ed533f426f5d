/** Cloths that stand in where a post has no picture. */
export const WEAVES = ['twill', 'gingham', 'pinstripe', 'herringbone', 'basket', 'windowpane'] as const;

export type Weave = (typeof WEAVES)[number];

/** Cloths of posts that lie together: each its own, unless one of the three before it has the same. */
export function weavesOf(slugs: readonly string[]): Weave[] {
  const chosen: Weave[] = [];
  for (const slug of slugs) {
    const near = chosen.slice(-3);
    let at = WEAVES.indexOf(weaveOf(slug));
    while (near.includes(WEAVES[at] ?? 'twill')) at = (at + 1) % WEAVES.length;
    chosen.push(WEAVES[at] ?? 'twill');
  }
  return chosen;
}

/** The cloth of a post: always the same for the same slug. */
export function weaveOf(slug: string): Weave {
  // FNV-1a: slugs that begin alike still get different cloths.
  let hash = 0x811c9dc5;
  for (const character of slug) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return WEAVES[(hash >>> 8) % WEAVES.length] ?? 'twill';
}
