const LONGEST_NAME = 200;

/** As the visitor's system named it, without folders and without what hides or reorders text. Whole characters only. */
export const displayName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, '').trim();
  return [...clean].slice(0, LONGEST_NAME).join('') || 'file';
};
