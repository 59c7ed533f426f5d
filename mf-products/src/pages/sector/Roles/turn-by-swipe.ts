/** Shortest swipe in CSS pixels: further than a finger trembles. */
const FAR_PX = 48;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly on: Element;
}

type Lift = Pick<PointerEvent, 'type' | 'clientX' | 'clientY'>;

/**
 * Turns the outfit on which a horizontal swipe began over, or back. A touch that the browser scrolls by turns nothing.
 * @param lift how the press ended: `pointerup` or `pointercancel`
 */
export function turnBySwipe({ x, y, on }: Press, { type, clientX, clientY }: Lift): void {
  const across = Math.abs(clientX - x);
  if (type !== 'pointerup' || across <= FAR_PX || across <= 2 * Math.abs(clientY - y)) return;
  const up = on.closest<HTMLElement>('[popover]');
  if (up) up.hidePopover?.();
  else on.closest('li')?.querySelector<HTMLElement>('[popover]')?.showPopover?.();
}
