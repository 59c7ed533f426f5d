import { copiesIn, type ShareScope, type VersionRules } from './share-scope';

/* Rules of versions and ranges. This platform's host fetches them only when the versions of a page differ. */

export const fitting: VersionRules['fitting'] = (copies, range) =>
  copies
    .filter(({ version }) => satisfies(version, range))
    .sort((one, other) => laterFirst(one.version, other.version));

/** Returns whether a scope has a version that goes before a build's own copy: one in its range, and at least as late. */
export const offers = (scope: ShareScope, own: { name: string; version: string; range: string }): boolean =>
  fitting(copiesIn(scope, own.name), own.range).some(({ version }) => laterFirst(version, own.version) <= 0);

/**
 * Returns whether a version is in a range, in the syntax of npm and of Module Federation's protocol: `~1.2.3`, `^1.2`,
 * `>= 1 <3`, `1.2 - 2`, `1.x || 2.x`, `*`. A part of a range in another syntax contains no versions.
 */
export function satisfies(version: string, range: string): boolean {
  const parsed = versionOf(version);
  return parsed !== undefined && range.split('||').some((part) => meetsAll(parsed, part));
}

/** Compares versions for sorting, the latest first. Pre-releases come after all releases. */
export function laterFirst(one: string, other: string): number {
  const [left, right] = [versionOf(one), versionOf(other)];
  if (!left || !right) return Number(right !== undefined) - Number(left !== undefined);
  return (
    Number(left.before.length > 0) - Number(right.before.length > 0) ||
    compare(right.numbers, left.numbers) ||
    compareBefore(right.before, left.before)
  );
}

/** Major, minor and patch; of a range, only the numbers that it names. */
type Numbers = readonly number[];

interface Version {
  numbers: Numbers;
  /** Identifiers of a pre-release: `rc`, `1`. */
  before: readonly string[];
}

interface Comparator extends Version {
  operator: string;
}

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;
const COMPARATOR = /^(\^|~|>=|<=|>|<|=)?v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*])(?:-([\w.-]+))?(?:\+[\w.-]+)?)?$/i;
const HYPHEN = /^(\S+)\s+-\s+(\S+)$/;

/** Compares the numbers that the second has. @returns 1 when the first is later, -1 when it is earlier, 0 otherwise */
const compare = (version: Numbers, to: Numbers): number => {
  for (const [index, number] of to.entries()) {
    const difference = (version[index] ?? 0) - number;
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};

/** Compares pre-releases. The release is later than all of them; numbers are earlier than words (semver.org, 11). */
function compareBefore(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length - one.length);
  for (let index = 0; ; index += 1) {
    const [left, right] = [one[index], other[index]];
    if (left === undefined || right === undefined) return Math.sign(one.length - other.length);
    const [isLeft, isRight] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    const isEarlier = isLeft === isRight ? (isLeft ? Number(left) < Number(right) : left < right) : isLeft;
    if (left !== right) return isEarlier ? -1 : 1;
  }
}

const versionOf = (text: string): Version | undefined => {
  const [, ...parts] = VERSION.exec(text) ?? [];
  return parts.length > 0 ? { numbers: parts.slice(0, 3).map(Number), before: parts[3]?.split('.') ?? [] } : undefined;
};

function comparatorOf(text: string): Comparator | undefined {
  const [all, operator = '=', ...written] = COMPARATOR.exec(text) ?? [];
  if (all === undefined) return undefined;
  const names = written.slice(0, 3);
  const open = names.findIndex((number) => !/^\d+$/.test(number ?? ''));
  return {
    operator,
    numbers: (open < 0 ? names : names.slice(0, open)).map(Number),
    before: written[3]?.split('.') ?? [],
  };
}

/** Returns how many numbers a caret fixes: all up to the first that is not zero. */
const keptByCaret = (numbers: Numbers): number => {
  const first = numbers.findIndex((number) => number > 0);
  return first < 0 ? numbers.length : first + 1;
};

const isSame = (version: Version, { numbers }: Version): boolean =>
  numbers.length === 3 && compare(version.numbers, numbers) === 0;

function meets(version: Version, to: Comparator): boolean {
  const { operator, numbers } = to;
  const order = isSame(version, to) ? compareBefore(version.before, to.before) : compare(version.numbers, numbers);
  if (operator === '^') return order >= 0 && compare(version.numbers, numbers.slice(0, keptByCaret(numbers))) === 0;
  if (operator === '~') return order >= 0 && compare(version.numbers, numbers.slice(0, 2)) === 0;
  if (operator === '=') return order === 0;
  return (operator.includes('=') && order === 0) || order === (operator.startsWith('>') ? 1 : -1);
}

function meetsAll(version: Version, range: string): boolean {
  const texts = range
    .trim()
    .replace(HYPHEN, '>=$1 <=$2')
    .replace(/([<>=~^])\s+/g, '$1')
    .split(/\s+/);
  const comparators = texts.map((text) => comparatorOf(text || '*'));
  if (!comparators.every((comparator) => comparator !== undefined)) return false;
  // Like npm, and stricter than the protocol: a pre-release is in a range only if the range names a pre-release of that version.
  const isAsked = comparators.some((comparator) => comparator.before.length > 0 && isSame(version, comparator));
  return (version.before.length === 0 || isAsked) && comparators.every((comparator) => meets(version, comparator));
}
