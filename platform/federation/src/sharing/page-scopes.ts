import type { ShareScope } from './share-scope';

/** Scopes of a page by their names. */
export type PageScopes = Record<string, ShareScope>;

/** At the scope that all remotes of a page have, for each brings this code, and a page keeps its globals to itself. */
const SCOPES: unique symbol = Symbol.for('federation-scopes');

/** The scopes in which remotes of a host of ours share. Of it they have `default` alone; the others are theirs together. */
export function pageScopes(shareScope: ShareScope & { [SCOPES]?: PageScopes }): PageScopes {
  shareScope[SCOPES] ??= { default: shareScope };
  return shareScope[SCOPES];
}
