/** Of the browser's Trusted Types, as much as is needed here; what a policy makes is a string to the compiler. */
interface Rules {
  createHTML?(html: string): string;
  createScript?(text: string): string;
  createScriptURL?(url: string): string;
}

interface PolicyFactory {
  createPolicy<R extends Rules>(name: string, rules: R): R;
}

/** HTML without anything in it, which browsers trust without a policy. */
export const emptyHtml = (): string =>
  (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '';

/** A policy of ours, which the page's CSP must name; undefined where browsers know none. */
export const createPolicy = <R extends Rules>(name: string, rules: R): R | undefined =>
  (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(name, rules);
