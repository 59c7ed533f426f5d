import { getPublicSuffix } from 'tldts';

/**
 * Origins of a Content-Security-Policy that belong to more than one owner. They are `https:`, `*`, and wildcards for a
 * suffix under which anybody can have a name (`*.com`, `*.co.uk`, `*.github.io`).
 */
export function wideOrigins(policy: string): string[] {
  const sources = policy.split(';').flatMap((directive) => directive.trim().split(/\s+/).slice(1));
  const isWide = (source: string): boolean => {
    if (/^(\*|https?:|wss?:|data:|blob:)$/.test(source)) return /^(\*|https?:|wss?:)$/.test(source);
    const [, host] = /^(?:\w+:\/\/)?\*\.([\w.-]+)/.exec(source) ?? [];
    return host !== undefined && getPublicSuffix(`a.${host}`, { allowPrivateDomains: true }) === host;
  };
  return [...new Set(sources.filter(isWide))];
}
