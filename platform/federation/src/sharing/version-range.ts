/** Major, minor, patch; of a range, those that it names. */
type Numbers = readonly number[];

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:\+\S+)?$/;
const COMPARATOR = /^(\^|~|>=|<=|>|<|=)?v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?$/i;

/** @returns 1 when the first is later, -1 when it is earlier; only as far as the second goes */
const compare = (version: Numbers, to: Numbers): number => {
  for (const [index, number] of to.entries()) {
    const difference = (version[index] ?? 0) - number;
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};

const numbersOf = (version: string): Numbers | undefined => VERSION.exec(version)?.slice(1).map(Number);

/** How many of a caret's numbers stay: all up to the first that is not zero. */
const keptByCaret = (numbers: Numbers): number => {
  const first = numbers.findIndex((number) => number > 0);
  return first < 0 ? numbers.length : first + 1;
};

function meets(version: Numbers, comparator: string): boolean {
  const [, operator = '=', ...written] = COMPARATOR.exec(comparator) ?? [];
  if (written[0] === undefined) return false;
  const open = written.findIndex((number) => !/^\d+$/.test(number ?? ''));
  const numbers = (open < 0 ? written : written.slice(0, open)).map(Number);
  const order = compare(version, numbers);
  if (operator === '^') return order >= 0 && compare(version, numbers.slice(0, keptByCaret(numbers))) === 0;
  if (operator === '~') return order >= 0 && compare(version, numbers.slice(0, 2)) === 0;
  if (operator === '=') return order === 0;
  return (operator.includes('=') && order === 0) || order === (operator.startsWith('>') ? 1 : -1);
}

/**
 * Whether a version lies in a range as npm writes them: `~1.2.3`, `^1.2`, `>=1 <3`, `1.x || 2.x`, `*`. A range that is
 * written otherwise has no versions in it. A version before a release matches only itself. An app that asks for either
 * takes its own copy.
 */
export function satisfies(version: string, range: string): boolean {
  const numbers = numbersOf(version);
  if (!numbers) return version === range;
  return range.split('||').some((all) => {
    const comparators = all.trim().split(/\s+/);
    return comparators.every((comparator) => comparator === '' || meets(numbers, comparator));
  });
}

/** For sorting, the latest first; a version before a release comes after those that are released. */
export const laterFirst = (one: string, other: string): number => compare(numbersOf(other) ?? [], numbersOf(one) ?? []);
