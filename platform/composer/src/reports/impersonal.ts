/** Parts of a message that may be of a person, or of one visit. What engines quote of the source itself stays. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]{1,20}:\S+/gi, '<address>'],
  // From where its word begins: a search from each of its letters would read a long word 64 times.
  [/(?<![^\s@<>"'`])[^\s@<>"'`]+@[^\s@<>"'`]+/g, '<e-mail>'],
  [/(?<![\w<])\/[\w%~.-]+[^\s)]*/g, '<path>'],
  [/\+?\d[\d ().-]{4,}\d|\d{3,}/g, '<number>'],
];

/** A quotation, with the word by which engines quote the source: an apostrophe within a word begins none, and ends none. */
const QUOTED =
  /(\b(?:reading|setting|property) )?(?:"(.*?)(?:"|$)|`(.*?)(?:`|$)|[“‘](.*?)(?:[”’]|$)|(?<!\w)'(.*?)(?:'(?!\w)|$))/g;
const IDENTIFIER = /^[\w$]{1,40}$/;

const unquoted = (all: string, word: string | undefined, ...texts: (string | undefined)[]): string => {
  if (!word) return '<text>';
  return texts.slice(0, 4).some((text) => text && IDENTIFIER.test(text)) ? all : `${word}<text>`;
};

/**
 * An error's message without what could be of a person: quoted texts, addresses, numbers of three digits and more.
 * @param most characters of it
 */
export function impersonal(message: string, most: number): string {
  let text = message
    .slice(0, most)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(QUOTED, unquoted);
  for (const [pattern, name] of PERSONAL) text = text.replaceAll(pattern, name);
  return text.trim().slice(0, most);
}
