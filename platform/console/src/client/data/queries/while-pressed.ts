/** What is due once no finger is down. */
const waiting = new Set<() => void>();
let isPressed = false;

function release(): void {
  isPressed = false;
  for (const change of waiting) change();
  waiting.clear();
}

/** Makes changes of the page wait while a button or a finger is down: nothing moves under it. @returns ends that */
export function watchPresses(): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const onDown = () => {
    isPressed = true;
  };
  // The click comes first, on what the press was meant for.
  const onUp = () => void setTimeout(release);
  addEventListener('pointerdown', onDown, options);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onUp, options);
  // Of the window itself: those of elements do not bubble.
  addEventListener('blur', onUp, { signal: ending.signal });
  return () => ending.abort();
}

/** Runs a change at once, or when nothing is pressed any more. The same change waits once. */
export function whenReleased(change: () => void): void {
  if (isPressed) waiting.add(change);
  else change();
}
