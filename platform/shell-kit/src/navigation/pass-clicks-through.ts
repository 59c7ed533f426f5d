/** A view transition that is under way. */
export interface Fade {
  finished: Promise<void>;
  skipTransition(): void;
}

const beneath = ({ clientX, clientY }: MouseEvent): Element | null => document.elementFromPoint(clientX, clientY);

/** Where a browser clicks: on the innermost element that holds both what was pressed and where the press was released. */
function clickedElement(pressed: Element | null, released: Element | null): Element | null {
  let element = released;
  while (element && !element.contains(pressed)) element = element.parentElement;
  return element;
}

/** What was pressed last. A press before this code came is known by its style: touch screens give that late. */
let pressed: Element | null = [...document.querySelectorAll(':active')].at(-1) ?? null;
document.addEventListener('pointerdown', ({ target }) => (pressed = target instanceof Element ? target : null), true);

/**
 * While a page fades in, its pictures lie over it: whatever is pressed or released there, the browser names the root.
 * A press or a release ends the fade, and the click goes to what lies beneath.
 */
export function passClicksThrough(fade: Fade): void {
  let isPressedWithin = false;
  const stop = () => {
    document.removeEventListener('pointerdown', press, true);
    document.removeEventListener('click', click, true);
    document.removeEventListener('pointercancel', stop, true);
  };
  const press = (event: MouseEvent) => {
    fade.skipTransition();
    pressed = beneath(event);
    isPressedWithin = true;
  };
  const click = (event: MouseEvent) => {
    stop();
    if (event.target !== document.documentElement) return;
    event.stopImmediatePropagation();
    fade.skipTransition();
    clickedElement(pressed, beneath(event))?.dispatchEvent(new MouseEvent('click', event));
  };
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('click', click, true);
  document.addEventListener('pointercancel', stop, true);
  const end = () => {
    if (!isPressedWithin) stop();
  };
  fade.finished.then(end, end);
}
