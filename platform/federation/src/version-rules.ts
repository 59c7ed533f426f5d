import { copiesIn, type ShareScope, type VersionRules } from './share-scope';

/*
 * Which versions lie in a range. Our host fetches this only where versions of a page differ.
 */

export const fitting: VersionRules['fitting'] = (copies, range) =>
  copies
    .filter(({ version }) => satisfies(version, range))
    .sort((one, other) => laterFirst(one.version, other.version));

/** Whether a scope has what a build takes before its own copy: a version in its range that is as late. */
export const offers = (scope: ShareScope, own: { name: string; version: string; range: string }): boolean =>
  fitting(copiesIn(scope, own.name), own.range).some(({ version }) => laterFirst(version, own.version) <= 0);

/**
 * Whether a version lies in a range as npm and the protocol of Module Federation write them: `~1.2.3`, `^1.2`, `>= 1 <3`,
 * `1.2 - 2`, `1.x || 2.x`, `*`. A part of a range that is written otherwise has no versions in it.
 */
export function satisfies(version: string, range: string): boolean {
  const parsed = versionOf(version);
  return parsed !== undefined && range.split('||').some((part) => meetsAll(parsed, part));
}

/** For sorting, the latest first; a version before a release comes after those that are released. */
export function laterFirst(one: string, other: string): number {
  const [left, right] = [versionOf(one), versionOf(other)];
  if (!left || !right) return Number(right !== undefined) - Number(left !== undefined);
  return (
    Number(left.before.length > 0) - Number(right.before.length > 0) ||
    compare(right.numbers, left.numbers) ||
    compareBefore(right.before, left.before)
  );
}

/** Major, minor, patch; of a range, those that it names. */
type Numbers = readonly number[];

interface Version {
  numbers: Numbers;
  /** Identifiers of a version before a release: `rc`, `1`. */
  before: readonly string[];
}

interface Comparator extends Version {
  operator: string;
}

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;
const COMPARATOR = /^(\^|~|>=|<=|>|<|=)?v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*])(?:-([\w.-]+))?(?:\+[\w.-]+)?)?$/i;
const HYPHEN = /^(\S+)\s+-\s+(\S+)$/;

/** @returns 1 when the first is later, -1 when it is earlier; only as far as the second goes */
const compare = (version: Numbers, to: Numbers): number => {
  for (const [index, number] of to.entries()) {
    const difference = (version[index] ?? 0) - number;
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};

/** The release comes last; numbers come before words (semver.org, 11). */
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

/** How many of a caret's numbers stay: all up to the first that is not zero. */
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
  // Stricter than the protocol, as npm is: a range of releases holds none of the versions before one.
  const isAsked = comparators.some((comparator) => comparator.before.length > 0 && isSame(version, comparator));
  return (version.before.length === 0 || isAsked) && comparators.every((comparator) => meets(version, comparator));
}
