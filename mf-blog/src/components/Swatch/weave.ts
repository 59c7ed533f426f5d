/** Cloths that stand in where a post has no picture. */
export const WEAVES = ['twill', 'gingham', 'pinstripe', 'herringbone', 'basket', 'windowpane'] as const;

export type Weave = (typeof WEAVES)[number];

/** The cloth of a post: always the same for the same slug. */
export function weaveOf(slug: string): Weave {
  let sum = 0;
  for (const character of slug) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return WEAVES[sum % WEAVES.length] ?? 'twill';
}
