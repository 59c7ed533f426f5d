import { useState } from 'react';

const read = <T>(key: string): T | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const keepDraft = (key: string, draft: unknown): void => sessionStorage.setItem(key, JSON.stringify(draft));

/** What is being typed, for this tab, until it is sent. */
export function useDraft<T>(key: string, begin: T): [T, (next: T) => void, () => void] {
  const [draft, setDraft] = useState<T>(() => read<T>(key) ?? begin);
  const change = (next: T) => {
    setDraft(next);
    keepDraft(key, next);
  };
  const drop = () => {
    setDraft(begin);
    sessionStorage.removeItem(key);
  };
  return [draft, change, drop];
}
