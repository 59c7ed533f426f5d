import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { createPolicy } from '@wholepage/federation/browser';
import { HEAD_SELECTOR, type HeadElement, headElements } from '@wholepage/page-rules/html';
import { painted } from './arrive';

/*
 * How the document turns to the next page: the fade between the two, and what it says about itself from then on.
 */

/**
 * A fade begins with a picture of the whole page that is left. It costs the browser ten times as much as the frame that
 * showed the click. Where that frame took longer than this, the page comes without.
 */
const FRAME_LIMIT_MS = 4;
/** A frame tells little. Once a picture took longer than this, pages come without. */
const PICTURE_LIMIT_MS = 60;

let isSlow = false;

/** Fades from the page shown to the one that an update shows, where the browser can at once and the visitor likes motion. */
export async function crossFade(update: () => Promise<void>): Promise<void> {
  // A new page, be it faded to or not, holds every paint back until it is there: that the click was heard is shown before.
  const frame = await painted();
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || still || isSlow || frame > FRAME_LIMIT_MS) return update();
  const asked = performance.now();
  const fade = document.startViewTransition(() => {
    isSlow = performance.now() - asked > PICTURE_LIMIT_MS;
    return update();
  });
  passClicksThrough(fade);
  // A transition that the next click skips, or that a hidden tab cannot show, ends in an AbortError: nobody's loss.
  for (const ending of [fade.ready, fade.finished]) ending.catch(() => {});
  await fade.updateCallbackDone;
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
export function passClicksThrough(fade: Pick<ViewTransition, 'finished' | 'skipTransition'>): void {
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

/** Lets data into script elements, and nothing that is not data. */
const policy = createPolicy('json-ld', {
  createScript(text: string) {
    JSON.parse(text);
    return text;
  },
});

const make = (element: Exclude<HeadElement, { tag: 'title' }>): HTMLElement => {
  const made = document.createElement(element.tag);
  for (const [name, value] of Object.entries(element.attributes)) made.setAttribute(name, value);
  if (element.tag === 'script') made.textContent = policy?.createScript(element.text) ?? element.text;
  return made;
};

/** Replaces what the document says about itself after a soft navigation. */
export function applyHead(head: HeadInput, config: PublicConfig): void {
  for (const old of document.head.querySelectorAll(HEAD_SELECTOR)) old.remove();
  for (const element of headElements(head, window.location.pathname, config)) {
    if (element.tag === 'title') document.title = element.text;
    else document.head.append(make(element));
  }
}
