import { useSyncExternalStore } from 'react';

/** A store whose subscribers always see its current value. */
export function shared<T>(value: T) {
  let now = value;
  const listeners = new Set<(next: T, before: T) => void>();
  const listen = (listener: (next: T, before: T) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (next: T): void => {
    const before = now;
    now = next;
    for (const listener of listeners) listener(next, before);
  };
  return { get: () => now, set, listen, use: () => useSyncExternalStore(listen, () => now) };
}
