/** Runs an access to storage, which may be refused or full; then returns undefined. Everything works without storage. */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** A store of texts by name that lasts as long as the tab, reloads included. */
export const tabStore = <Texts extends object>(key: string) => ({
  keep(texts: Texts): void {
    attempt(() => sessionStorage.setItem(key, JSON.stringify(texts)));
  },
  drop(): void {
    attempt(() => sessionStorage.removeItem(key));
  },
  /** Returns the stored texts. Other values under the key are ignored. */
  read(): Partial<Texts> {
    const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    const isText = ([, value]: [string, unknown]) => typeof value === 'string';
    return Object.fromEntries(Object.entries(kept ?? {}).filter(isText)) as Partial<Texts>;
  },
});
