const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number below 1,000 as English writes it in words. */
function inWords(count: number): string {
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  const small = rest < 20 ? ONES[rest] : [TENS[Math.floor(rest / 10)], rest % 10 ? ONES[rest % 10] : ''].join('-');
  if (!hundreds) return String(small).replace(/-$/, '');
  return `${ONES[hundreds]} hundred${rest ? ` and ${inWords(rest)}` : ''}`;
}

const NUMBER_OF = new Map(Array.from({ length: 1000 }, (_, count) => [inWords(count), count]));
const numberOf = (written: string): number | undefined =>
  /^\d{1,3}$/.test(written) ? Number(written) : NUMBER_OF.get(written.toLowerCase());

/** A number in digits and in words, with the article in place of "one". */
const anyNotation = (count: number): string =>
  `(?:${[String(count), inWords(count), ...(count === 1 ? ['a'] : []), ...(count === 100 ? ['a hundred'] : [])].join('|')})`;

const RANGE = /^([\w-]+?)(?:–| to )([\w-]+)\s*(\w+)?/;
const COUNT = /^([\w-]+)\+? (?!of )((?:working )?\w+)/;

/**
 * Every way to write the number that a fact begins with. "12–15" is also "12 to 15" and "twelve to fifteen", "two working
 * days" is also "2 working days". None for a fact that begins with no number, or with one that counts nothing.
 */
export function otherNotations(fact: string): RegExp | undefined {
  const [, first, last, counted] = RANGE.exec(fact) ?? [];
  const [from, to] = [numberOf(first ?? ''), numberOf(last ?? '')];
  if (from !== undefined && to !== undefined)
    return new RegExp(
      `\\b${anyNotation(from)}(?:–|-| to | or )${anyNotation(to)}${counted ? ` ${counted}` : ''}\\b`,
      'i',
    );
  const [, count, noun] = COUNT.exec(fact) ?? [];
  const value = numberOf(count ?? '');
  return value === undefined || !noun ? undefined : new RegExp(`\\b${anyNotation(value)}\\+? ${noun}\\b`, 'i');
}
