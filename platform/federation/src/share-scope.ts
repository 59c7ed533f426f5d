import { nextTask } from './browser';

/*
 * The scopes in which the builds of a page share modules: how a build registers its own, and which version another build takes.
 */

type Factory = () => unknown;

/** One version of a module in a scope, in the form that every runtime of Module Federation reads and writes. */
export interface Shared {
  version: string;
  scope: string[];
  get(): Promise<Factory>;
  /** Name of the build that registered it. */
  from?: string;
  strategy?: string;
  lib?: Factory | null;
  loading?: Promise<Factory> | null;
  loaded?: boolean;
  /** `import: false`: its build consumes the module, and brings no copy. */
  shareConfig?: { import?: unknown };
}

/** Modules by name, then by version. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** A build's shares, by the module's name. */
export type OwnShares = Record<string, Shared[]>;

/** Rules of versions, implemented by `version-rules.ts`. */
export interface VersionRules {
  /** Returns the copies in the range, the latest first. */
  fitting(copies: readonly Shared[], range: string): Shared[];
}

/** Registers a build's shares in a scope. A copy of the same version that is there already stays, because it may be in use. */
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
 * Loads a module in a version of this range, once for all builds. A copy in use goes before one to be fetched, and a
 * later version before an earlier one.
 * @param build name of the consuming build
 * @param rules not fetched for a copy of the range's first version or of the build itself, as when all builds are alike
 * @returns undefined when no version fits, or the rules do not load
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
  shared.loading ??= begin(shared).finally(() => {
    // The next consumer retries a failed load.
    shared.loading = null;
  });
  return shared.loading;
}

function bestOf(copies: Shared[], range: string, rules: VersionRules | undefined): Shared | undefined {
  const fitting = rules?.fitting(copies, range) ?? [];
  return fitting.find(inUse) ?? fitting[0];
}

/** Returns a scope's copies of a module, without stubs. */
export const copiesIn = (scope: ShareScope, name: string): Shared[] =>
  Object.values(scope[name] ?? {}).filter((shared) => !isStub(shared));

/** True when there is no copy: its `get` throws. */
const isStub = ({ shareConfig }: Shared): boolean => shareConfig?.import === false;

const inUse = ({ lib, loading, loaded }: Shared): boolean => Boolean(lib ?? loading ?? loaded);

async function begin(shared: Shared): Promise<Factory> {
  const factory = await shared.get();
  // The browser has just parsed the code: the module runs in another task.
  await nextTask();
  Object.assign(shared, { lib: factory, loaded: true });
  return factory;
}

/** Scopes of a page by name. */
export type PageScopes = Record<string, ShareScope>;

/** Key of the page's scopes, stored on the scope that all remotes have: each remote brings this code, and it adds no globals. */
const SCOPES: unique symbol = /* @__PURE__ */ Symbol.for('federation-scopes');

/** Returns a page's scopes by name. This platform's host offers `default` only; the remotes share the others with each other. */
export function pageScopes(shareScope: ShareScope & { [SCOPES]?: PageScopes }): PageScopes {
  shareScope[SCOPES] ??= { default: shareScope };
  return shareScope[SCOPES];
}
