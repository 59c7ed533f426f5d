/** Storage may be switched off or full; all works without it. */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Texts by name that are kept for as long as the tab lives, reloads included. */
export const tabStore = <Texts extends object>(key: string) => ({
  keep(texts: Texts): void {
    attempt(() => sessionStorage.setItem(key, JSON.stringify(texts)));
  },
  drop(): void {
    attempt(() => sessionStorage.removeItem(key));
  },
  /** What of them is there; whatever else lies under the key is none. */
  read(): Partial<Texts> {
    const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    const isText = ([, value]: [string, unknown]) => typeof value === 'string';
    return Object.fromEntries(Object.entries(kept ?? {}).filter(isText)) as Partial<Texts>;
  },
});
