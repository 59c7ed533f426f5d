import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]');

/** Single keys can be turned off in this browser: who dictates would press them by words (WCAG 2.1.4). */
export const areKeysOn = (): boolean => localStorage.getItem('keys') !== 'off';
export const turnKeys = (isOn: boolean): void => localStorage.setItem('keys', isOn ? 'on' : 'off');

/** Single keys that act while nobody types and no dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (!act || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!areKeysOn() || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [keys]);
}
