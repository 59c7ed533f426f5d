/** How a build shares one package, by the library's names. */
export interface ShareOptions {
  /** Range of versions that it takes of others. */
  requiredVersion: string;
  /** For runtimes of others, which then keep one version. Ours takes what fits the range, or the build's own. */
  singleton?: boolean;
  /** Module that it brings, unless it is the request; `false`: none, and the build runs only where another brings it. */
  import?: string | false;
  /** Name in the scope, unless it is the request. */
  shareKey?: string;
  /** Scope to share in, unless it is `default`. A remote names it in `shareScopes`, too. */
  shareScope?: string;
}

/** What a build shares, by request. */
export type Shares = Record<string, ShareOptions>;

/** @throws when a share is eager: the runtime gives modules to chunks alone */
export function checkedShares(shared: Shares): Shares {
  for (const [name, options] of Object.entries(shared)) {
    if ('eager' in options)
      throw new Error(
        `"${name}" is shared with "eager". Leave it out, and start by import(): builds of this package have no eager shares (decision 95).`,
      );
  }
  return shared;
}
