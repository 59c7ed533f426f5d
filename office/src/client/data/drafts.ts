/** What somebody typed over one version of a record. */
export interface Draft<T> {
  /** The version that it was typed over. */
  version: number;
  /** The record as it was then. */
  begin: T;
  value: T;
  /** When it was typed last. */
  at: string;
}

/** Nobody comes back to older ones. */
const KEPT_DAYS = 30;
const PREFIX = 'draft:';

const keyOf = (record: string, version: number): string => `${PREFIX}${record}:${version}`;

function parsed<T>(text: string | null): Draft<T> | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** This tab first: two tabs on one record do not take each other's words. The browser second, for a tab that was closed. */
const STORES = [() => sessionStorage, () => localStorage];

export function readDraft<T>(record: string, version: number): Draft<T> | undefined {
  for (const store of STORES) {
    const found = parsed<T>(store().getItem(keyOf(record, version)));
    if (found) return found;
  }
  return undefined;
}

export function keepDraft<T>(record: string, draft: Omit<Draft<T>, 'at'>): void {
  const text = JSON.stringify({ ...draft, at: new Date().toISOString() });
  for (const store of STORES) {
    try {
      store().setItem(keyOf(record, draft.version), text);
    } catch {
      // A full store keeps what it has; the page has what is typed.
    }
  }
}

export function dropDraft(record: string, version: number): void {
  for (const store of STORES) store().removeItem(keyOf(record, version));
}

/** What was typed over another version of the record than this one: the newest. */
export function earlierDraft<T>(record: string, version: number): Draft<T> | undefined {
  const prefix = `${PREFIX}${record}:`;
  const found = STORES.flatMap((store) =>
    Object.keys(store())
      .filter((key) => key.startsWith(prefix) && key !== keyOf(record, version))
      .flatMap((key) => parsed<T>(store().getItem(key)) ?? []),
  ).filter(({ begin, value }) => JSON.stringify(begin) !== JSON.stringify(value));
  return found.sort((one, other) => (one.at < other.at ? 1 : -1))[0];
}

/** Removes what nobody comes back to. */
export function dropOldDrafts(now = Date.now()): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const at = Date.parse(parsed(localStorage.getItem(key))?.at ?? '');
    if (!(now - at < KEPT_DAYS * 86_400_000)) localStorage.removeItem(key);
  }
}
