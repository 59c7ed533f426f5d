import { useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, earlierDraft, keepDraft, readDraft } from './drafts';
import { useMe } from './me';

interface RecordDraft<T> {
  value: T;
  /** Takes what is typed. */
  change(value: T): void;
  /** Typed over another version, by this person: it is offered, and nothing of it counts before. */
  earlier: Draft<T> | undefined;
  /** Lays the earlier draft over the record of today, and over what is typed by now. */
  layOver(): void;
  dropEarlier(): void;
  /** What was sent is saved as this version. Words that were typed in the meantime lie over it. */
  saved(sent: T, now: { record?: string; version: number; value: T }): void;
}

/**
 * What somebody types over one version of a record, kept in the browser until it is saved or thrown away.
 * @param record such as `post:12`; drafts are kept by person
 * @param begin the record as it is
 */
export function useRecordDraft<T>(record: string, version: number, begin: T): RecordDraft<T> {
  const { id } = useMe();
  const key = `${id}:${record}`;
  const [value, setValue] = useState<T>(() => readDraft<T>(key, version)?.value ?? begin);
  const [earlier, setEarlier] = useState(() => earlierDraft<T>(key, version));
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);
  const change = (next: T) => {
    newest.current = next;
    setValue(next);
    keepDraft(key, { version, begin, value: next });
  };
  const dropEarlier = () => {
    if (earlier) dropDraft(key, earlier.version);
    setEarlier(earlierDraft<T>(key, version));
  };
  return {
    value,
    change,
    earlier,
    layOver: () => {
      if (earlier) change(laidOver(earlier.begin, earlier.value, newest.current));
      dropEarlier();
    },
    dropEarlier,
    saved: (sent, now) => {
      const typed = newest.current;
      if (JSON.stringify(typed) !== JSON.stringify(sent))
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
 * What two people made of the same: theirs, with what I changed of it laid over. A field or list that both changed is mine.
 * @param before as both began
 */
export function laidOver<T>(before: T, mine: T, theirs: T): T {
  if (isSame(before, mine)) return theirs;
  if (!isFields(before) || !isFields(mine) || !isFields(theirs)) return mine;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries([...names].map((name) => [name, laidOver(before[name], mine[name], theirs[name])])) as T;
}
