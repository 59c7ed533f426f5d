import { useSyncExternalStore } from 'react';
import { attempt } from '../../lib/storage';

const KEY = 'own-label';
/** Event for every copy of this module on the page: the shell and each remote have their own. */
const CHANGED = 'own-label';

/** Most letters on a woven label. */
export const OWN_LABEL_LENGTH = 60;

/** Reduces typed or stored text to one line of visible letters. Joiners stay after letters: Malayalam and Hindi need them. */
const visible = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]|(?<![\p{L}\p{M}])[\u200c\u200d]/gu, '')
    .trimStart();

/** Cuts the text to a label's length: half of a character at the cut is dropped. */
const tidy = (text: string): string => visible(visible(text).slice(0, OWN_LABEL_LENGTH));

/** True when the whole name fits on a label. */
export const fitsLabel = (text: string): boolean => visible(text).trimEnd().length <= OWN_LABEL_LENGTH;

/** Name that this browser does not store. The event tells it to the other copies of this module. */
let unstored: string | undefined;

/** Reads the name that this browser or this page keeps; '' without one. */
export const readOwnLabel = (): string => tidy(unstored ?? attempt(() => localStorage.getItem(KEY)) ?? '');

/** Stores the name in this browser; an empty name removes it. */
export function keepOwnLabel(text: string): void {
  const name = tidy(text);
  unstored = name;
  attempt(() => {
    if (name) localStorage.setItem(KEY, name);
    else localStorage.removeItem(KEY);
    unstored = undefined;
  });
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: unstored }));
}

const EVENTS = [CHANGED, 'storage'];

function subscribe(listener: () => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof CustomEvent) unstored = event.detail ?? undefined;
    listener();
  };
  for (const event of EVENTS) window.addEventListener(event, hear);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, hear);
  };
}

/** The visitor's own label; empty on the server. */
export const useOwnLabel = (): string => useSyncExternalStore(subscribe, readOwnLabel, () => '');
