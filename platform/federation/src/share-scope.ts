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

/** Which versions fit (`version-rules.ts`). */
export interface VersionRules {
  /** Those in the range, the latest first. */
  fitting(copies: readonly Shared[], range: string): Shared[];
}

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

/**
 * The module of a version in this range, fetched once for all who ask. What runs already goes before what would have to be
 * fetched, and the later version before the earlier.
 * @param build name of the build that asks
 * @param rules fetched unless a version is the one that the range begins with, or its build's own, as where all were built alike
 * @returns undefined when there is none, or when the rules did not come
 */
export async function load(
  scope: ShareScope,
  name: string,
  range: string,
  build: string,
  rules: () => Promise<VersionRules | undefined>,
): Promise<Factory | undefined> {
  const copies = copiesIn(scope, name);
  const isAlike = ({ version, from }: Shared) => range === `~${version}` || from === build;
  const alike = copies.find((shared) => isAlike(shared) && (inUse(shared) || copies.length === 1));
  const shared = alike ?? (copies.length > 0 ? bestOf(copies, range, await rules()) : undefined);
  if (!shared) return undefined;
  if (shared.lib) return shared.lib;
  shared.loading ??= begin(shared);
  return shared.loading;
}

function bestOf(copies: Shared[], range: string, rules: VersionRules | undefined): Shared | undefined {
  const fitting = rules?.fitting(copies, range) ?? [];
  return fitting.find(inUse) ?? fitting[0];
}

/** What the scope has of a module, without the stubs. */
export const copiesIn = (scope: ShareScope, name: string): Shared[] =>
  Object.values(scope[name] ?? {}).filter((shared) => !isStub(shared));

/** Whether there is no copy behind it: to get it throws. */
const isStub = ({ shareConfig }: Shared): boolean => shareConfig?.import === false;

const inUse = ({ lib, loading, loaded }: Shared): boolean => Boolean(lib ?? loading ?? loaded);

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
