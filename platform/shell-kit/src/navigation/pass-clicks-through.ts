/** A view transition that is under way. */
export interface Fade {
  finished: Promise<void>;
  skipTransition(): void;
}

/** The browser clicks on what a press and its release have in common. With a picture that was pressed, that is the root. */
function passOn(event: MouseEvent): void {
  if (event.target !== document.documentElement) return;
  event.stopPropagation();
  document.elementFromPoint(event.clientX, event.clientY)?.dispatchEvent(new MouseEvent('click', event));
}

/** While a page fades in, its pictures lie over it: a press ends the fade, and its click goes to what lies beneath. */
export function passClicksThrough(fade: Fade): void {
  const end = () => {
    fade.skipTransition();
    document.addEventListener('click', passOn, { capture: true, once: true });
  };
  const forget = () => document.removeEventListener('pointerdown', end, true);
  document.addEventListener('pointerdown', end, { capture: true, once: true });
  fade.finished.then(forget, forget);
}
