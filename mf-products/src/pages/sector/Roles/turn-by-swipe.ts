/** Further than a finger trembles, and more across than down. */
const FAR_PX = 48;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly on: Element;
}

const turn = (on: Element): void => {
  const up = on.closest<HTMLElement>('[popover]');
  if (up) up.hidePopover?.();
  else on.closest('li')?.querySelector<HTMLElement>('[popover]')?.showPopover?.();
};

/** Follows one finger until it is lifted: a swipe across turns the garment that it began on over, or back. */
export function turnBySwipe({ x, y, on }: Press): void {
  const letGo = () => {
    window.removeEventListener('pointerup', lifted);
    window.removeEventListener('pointercancel', letGo);
  };
  const lifted = ({ clientX, clientY }: PointerEvent) => {
    letGo();
    const across = Math.abs(clientX - x);
    if (across > FAR_PX && across > 2 * Math.abs(clientY - y)) turn(on);
  };
  window.addEventListener('pointerup', lifted);
  window.addEventListener('pointercancel', letGo);
}
