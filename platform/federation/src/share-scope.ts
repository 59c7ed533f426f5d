import { nextTask } from './browser';

/*
 * Where the builds of a page share modules: what each puts into a scope, and which version another takes of it.
 */

type Factory = () => unknown;

/** One version of a module in a scope, in the form that every runtime of Module Federation reads and writes. */
export interface Shared {
  version: string;
  scope: string[];
  get(): Promise<Factory>;
  /** Name of the build that brought it. */
  from?: string;
  strategy?: string;
  lib?: Factory | null;
  loading?: Promise<Factory> | null;
  loaded?: boolean;
  /** `import: false`: its build asks for the module, and brings no copy. */
  shareConfig?: { import?: unknown };
}

/** By the module's name, then by its version. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** What a build shares, by the module's name. */
export type OwnShares = Record<string, Shared[]>;

/** Puts what a build has for a scope into it. Who was there first stays: it may be in use. */
export function register(scope: ShareScope, from: string, own: OwnShares, scopeName: string): void {
  for (const [name, versions] of Object.entries(own)) {
    for (const shared of versions) {
      if (!shared.scope.includes(scopeName) || isStub(shared)) continue;
      scope[name] ??= {};
      const there = scope[name][shared.version];
      if (!there || isStub(there)) scope[name][shared.version] = { ...shared, from, strategy: 'loaded-first' };
    }
  }
}

/** The module of a version in this range, fetched once for all who ask. @returns undefined when there is none */
export function load(scope: ShareScope, name: string, range: string): Promise<Factory> | undefined {
  // What runs already goes before what would have to be fetched, and the later version before the earlier.
  const [shared] = fitting(scope, name, range).sort(
    (one, other) => Number(inUse(other)) - Number(inUse(one)) || laterFirst(one.version, other.version),
  );
  if (!shared) return undefined;
  if (shared.lib) return Promise.resolve(shared.lib);
  shared.loading ??= begin(shared);
  return shared.loading;
}

/** Whether a scope has what a build takes before its own copy: a version in its range that is as late. */
export const offers = (scope: ShareScope, own: { name: string; version: string; range: string }): boolean =>
  fitting(scope, own.name, own.range).some(({ version }) => laterFirst(version, own.version) <= 0);

/** Whether there is no copy behind it: to get it throws. */
const isStub = ({ shareConfig }: Shared): boolean => shareConfig?.import === false;

const inUse = ({ lib, loading, loaded }: Shared): boolean => Boolean(lib ?? loading ?? loaded);

const fitting = (scope: ShareScope, name: string, range: string): Shared[] =>
  Object.values(scope[name] ?? {}).filter((shared) => !isStub(shared) && satisfies(shared.version, range));

async function begin(shared: Shared): Promise<Factory> {
  try {
    const factory = await shared.get();
    // A browser has just taken the code in: running it is another task.
    await nextTask();
    Object.assign(shared, { lib: factory, loaded: true });
    return factory;
  } finally {
    // What did not come is asked for again by who needs it next.
    shared.loading = null;
  }
}

/** Scopes of a page by their names. */
export type PageScopes = Record<string, ShareScope>;

/** At the scope that all remotes of a page have, for each brings this code, and a page keeps its globals to itself. */
const SCOPES: unique symbol = /* @__PURE__ */ Symbol.for('federation-scopes');

/** The scopes in which remotes of a host of ours share. Of it they have `default` alone; the others are theirs together. */
export function pageScopes(shareScope: ShareScope & { [SCOPES]?: PageScopes }): PageScopes {
  shareScope[SCOPES] ??= { default: shareScope };
  return shareScope[SCOPES];
}

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
