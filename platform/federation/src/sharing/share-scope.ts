import { nextTask } from '../next-task';
import { laterFirst, satisfies } from './version-range';

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

/** Whether there is no copy behind it: to get it throws. */
const isStub = ({ shareConfig }: Shared): boolean => shareConfig?.import === false;

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

const inUse = ({ lib, loading, loaded }: Shared): boolean => Boolean(lib ?? loading ?? loaded);

/** What runs already goes before what would have to be fetched, and the later version before the earlier. */
function choose(scope: ShareScope, name: string, range: string): Shared | undefined {
  const fitting = Object.values(scope[name] ?? {}).filter(
    (shared) => !isStub(shared) && satisfies(shared.version, range),
  );
  fitting.sort((one, other) => Number(inUse(other)) - Number(inUse(one)) || laterFirst(one.version, other.version));
  return fitting[0];
}

/** Whether a scope has what a build takes before its own copy: a version in its range that is as late. */
export const offers = (scope: ShareScope, own: { name: string; version: string; range: string }): boolean =>
  Object.values(scope[own.name] ?? {}).some(
    (shared) => !isStub(shared) && satisfies(shared.version, own.range) && laterFirst(shared.version, own.version) <= 0,
  );

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

/** The module of a version in this range, fetched once for all who ask. @returns undefined when there is none */
export function load(scope: ShareScope, name: string, range: string): Promise<Factory> | undefined {
  const shared = choose(scope, name, range);
  if (!shared) return undefined;
  if (shared.lib) return Promise.resolve(shared.lib);
  shared.loading ??= begin(shared);
  return shared.loading;
}
