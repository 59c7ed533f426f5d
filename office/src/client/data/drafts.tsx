import { ApiError } from '@wholepage/staff-kit/browser/calls';
import { Failure, Time } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { useRef, useState } from 'react';

/** A person's unsaved changes to one version of a record. */
export interface Draft<T> {
  /** The version that the changes started from. */
  version: number;
  /** The record at that version. */
  begin: T;
  value: T;
  at: string;
}

/**
 * Keeps a person's changes to one version of a record in the browser, until they are saved or thrown away.
 * @param record such as `post:12`; drafts are kept by person
 * @param begin the record as it is
 */
export function useRecordDraft<T>(record: string, version: number, begin: T) {
  const { id } = useMe().person;
  const key = `${id}:${record}`;
  const [restored, setRestored] = useState(() => readDraft<T>(key, version));
  const [value, setValue] = useState<T>(restored?.value ?? begin);
  const [earlier, setEarlier] = useState(() => earlierDraft<T>(key, version));
  const newest = useRef(value);
  /** Changes the draft. @param of computes it from the newest draft, because an upload may have taken minutes */
  const change = (of: (now: T) => T) => {
    newest.current = of(newest.current);
    setValue(newest.current);
    keepDraft(key, { version, begin, value: newest.current });
  };
  const dropRestored = () => {
    newest.current = begin;
    setValue(begin);
    dropDraft(key, version);
    setRestored(undefined);
  };
  const dropEarlier = () => {
    if (earlier) dropDraft(key, earlier.version);
    setEarlier(earlierDraft<T>(key, version));
  };
  return {
    value,
    change,
    /** This person's draft of this version, from before the screen was opened. It is in effect. */
    restored,
    dropRestored,
    /** This person's draft of another version. It is offered, and has no effect before they accept it. */
    earlier,
    /** Lays the earlier draft's changes over the present draft; of a field that both changed, the earlier draft's stays. */
    layOver: () => {
      if (earlier) change((now) => laidOver(earlier.begin, earlier.value, now));
      dropEarlier();
    },
    dropEarlier,
    /** Called when the sent draft is saved as this version. Text typed meanwhile becomes a draft of that version. */
    saved: (sent: T, now: { record?: string; version: number; value: T }) => {
      const typed = newest.current;
      if (!isSame(typed, sent))
        keepDraft(`${id}:${now.record ?? record}`, {
          version: now.version,
          begin: now.value,
          value: laidOver(sent, typed, now.value),
        });
      dropDraft(key, version);
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges two people's changes: theirs, with mine laid over. Of a field or list that both changed, mine stays.
 * @param before the value that both started from
 */
export function laidOver<T>(before: T, mine: T, theirs: T): T {
  if (isSame(before, mine)) return theirs;
  if (!isFields(before) || !isFields(mine) || !isFields(theirs)) return mine;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries([...names].map((name) => [name, laidOver(before[name], mine[name], theirs[name])])) as T;
}

/** Older drafts are dropped: nobody returns to them. */
const KEPT_DAYS = 30;
const PREFIX = 'draft:';

const keyOf = (record: string, version: number): string => `${PREFIX}${record}:${version}`;

function parsed<T>(text: string | null): T | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** A stored draft; undefined also where what was typed was undone by hand. */
function stored<T>(store: Storage, key: string): Draft<T> | undefined {
  const draft = parsed<Draft<T>>(store.getItem(key));
  return draft && !isSame(draft.begin, draft.value) ? draft : undefined;
}

/** The tab's store first, so that two tabs on one record keep their own drafts; then the browser's, for a closed tab. */
const STORES = [() => sessionStorage, () => localStorage];

export const readDraft = <T,>(record: string, version: number): Draft<T> | undefined =>
  STORES.flatMap((store) => stored<T>(store(), keyOf(record, version)) ?? [])[0];

export function keepDraft<T>(record: string, draft: Omit<Draft<T>, 'at'>): void {
  for (const store of STORES) put(store(), keyOf(record, draft.version), { ...draft, at: new Date().toISOString() });
}

function put(store: Storage, key: string, typed: unknown): void {
  try {
    store.setItem(key, JSON.stringify(typed));
  } catch {
    // A full store keeps its former content; the typed text is in the page only.
  }
}

export function dropDraft(record: string, version: number): void {
  for (const store of STORES) store().removeItem(keyOf(record, version));
}

export function earlierDraft<T>(record: string, version: number): Draft<T> | undefined {
  const prefix = `${PREFIX}${record}:`;
  const found = STORES.flatMap((store) =>
    Object.keys(store())
      .filter((key) => key.startsWith(prefix) && key !== keyOf(record, version))
      .flatMap((key) => stored<T>(store(), key) ?? []),
  );
  return found.sort((one, other) => (one.at < other.at ? 1 : -1))[0];
}

/** Removes drafts that are too old or unreadable. */
export function dropOldDrafts(now = Date.now()): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const at = Date.parse(parsed<Draft<unknown>>(localStorage.getItem(key))?.at ?? '');
    if (!(now - at < KEPT_DAYS * 86_400_000)) localStorage.removeItem(key);
  }
}

/** Keeps unsent text for this tab and person. @returns the text, how to change it, and how to drop it */
export function useDraft<T>(record: string, begin: T): [T, (next: T) => void, () => void] {
  const key = `${useMe().person.id}:${record}`;
  const [draft, setDraft] = useState<T>(() => parsed<T>(sessionStorage.getItem(key)) ?? begin);
  const change = (next: T) => {
    setDraft(next);
    put(sessionStorage, key, next);
  };
  const drop = () => {
    setDraft(begin);
    sessionStorage.removeItem(key);
  };
  return [draft, change, drop];
}

type UnsavedDraftsProps = Pick<
  ReturnType<typeof useRecordDraft>,
  'restored' | 'dropRestored' | 'earlier' | 'layOver' | 'dropEarlier'
>;

/** Says that the draft of an earlier visit is shown, and offers the one from before the record was changed elsewhere. */
export function UnsavedDrafts({ restored, dropRestored, earlier, layOver, dropEarlier }: UnsavedDraftsProps) {
  return (
    <>
      {restored && <Unsaved at={restored.at} onDrop={dropRestored} />}
      {earlier && <Unsaved at={earlier.at} onLayOver={layOver} onDrop={dropEarlier} />}
    </>
  );
}

function Unsaved({ at, onLayOver, onDrop }: { at: string; onLayOver?(): void; onDrop(): void }) {
  return (
    <div className="notice" role="status">
      <p>
        What you typed <Time at={at} /> is still here, unsaved.
        {onLayOver && ' This is a newer version. Of a field that both of you changed, yours would replace theirs.'}
      </p>
      <div className="actions">
        {onLayOver && (
          <button type="button" className="primary" onClick={onLayOver}>
            Lay my changes over this version
          </button>
        )}
        <button type="button" onClick={onDrop}>
          Throw my changes away
        </button>
      </div>
    </div>
  );
}

/** The reason why a save failed. If somebody else has changed the record, a button opens their version. */
export function SaveFailure({ error, onOpen }: { error: Error | null; onOpen(): void }) {
  return (
    <>
      <Failure error={error} />
      {error instanceof ApiError && error.code === 'changed' && (
        <button type="button" onClick={onOpen}>
          Open their version, and keep what I typed
        </button>
      )}
    </>
  );
}
