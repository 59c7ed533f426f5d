import { useSyncExternalStore } from 'react';
import { attempt } from '../../lib/storage';

const KEY = 'own-label';
/** Heard by every copy of this module on the page: the shell and the remotes have one each. */
const CHANGED = 'own-label';

/** As many letters as a woven label takes. */
export const OWN_LABEL_LENGTH = 60;

/** One line of visible letters, whatever was typed or lies in the store. */
const visible = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}<>]/gu, '')
    .trimStart();

const tidy = (text: string): string => visible(text).slice(0, OWN_LABEL_LENGTH);

/** Whether a label takes all of a name. */
export const fitsLabel = (text: string): boolean => visible(text).trimEnd().length <= OWN_LABEL_LENGTH;

/** The name that the visitor had sewn in on this browser; empty without one, or where nothing can be kept. */
export const readOwnLabel = (): string => tidy(attempt(() => localStorage.getItem(KEY)) ?? '');

/** Keeps the name on this browser; an empty one is unpicked. */
export function keepOwnLabel(text: string): void {
  const name = tidy(text);
  try {
    if (name) localStorage.setItem(KEY, name);
    else localStorage.removeItem(KEY);
  } catch {
    return;
  }
  window.dispatchEvent(new Event(CHANGED));
}

const EVENTS = [CHANGED, 'storage'];

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}

/** The visitor's own label; empty on the server. */
export const useOwnLabel = (): string => useSyncExternalStore(subscribe, readOwnLabel, () => '');
