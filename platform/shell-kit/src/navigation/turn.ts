import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { createPolicy } from '@wholepage/federation/browser';
import { HEAD_SELECTOR, type HeadElement, headElements } from '@wholepage/page-rules/html';
import { painted } from './arrive';

/* The change of the document to the next page: the fade between the two, and the new head. */

/**
 * A fade begins with a snapshot of the whole former page, which costs ten times as much as the frame that showed the
 * click. When that frame took longer than this, there is no fade.
 */
const FRAME_LIMIT_MS = 4;
/** Once a snapshot took longer than this, later pages do not fade: a single frame is a weak measure. */
const PICTURE_LIMIT_MS = 60;

let isSlow = false;

/** Fades from the present page to the updated one, unless the browser is slow or the visitor prefers reduced motion. */
export async function crossFade(update: () => Promise<void>): Promise<void> {
  // Rendering the new page blocks painting, so that the click's effect is painted first.
  const frame = await painted();
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || still || isSlow || frame > FRAME_LIMIT_MS) return update();
  const asked = performance.now();
  const fade = document.startViewTransition(() => {
    isSlow = performance.now() - asked > PICTURE_LIMIT_MS;
    return update();
  });
  passClicksThrough(fade);
  // A transition that the next click skips, or that a hidden tab cannot show, rejects with an AbortError, which is expected.
  for (const ending of [fade.ready, fade.finished]) ending.catch(() => {});
  await fade.updateCallbackDone;
}

const beneath = ({ clientX, clientY }: MouseEvent): Element | null => document.elementFromPoint(clientX, clientY);

/** Returns the target of a click as browsers choose it: the innermost element around both the press and the release. */
function clickedElement(pressed: Element | null, released: Element | null): Element | null {
  let element = released;
  while (element && !element.contains(pressed)) element = element.parentElement;
  return element;
}

/** The element pressed last. A press from before this code loaded is found by `:active`, which touch screens set late. */
let pressed: Element | null = [...document.querySelectorAll(':active')].at(-1) ?? null;
document.addEventListener('pointerdown', ({ target }) => (pressed = target instanceof Element ? target : null), true);

/**
 * Passes clicks to the page beneath a fade. Its snapshots cover the page, so that the browser reports the root as every
 * target. A press or a release ends the fade, and the click goes to the element beneath.
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

/** Allows only JSON as the text of script elements. */
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

/** Replaces the document's title and metadata after a soft navigation. */
export function applyHead(head: HeadInput, config: PublicConfig): void {
  for (const old of document.head.querySelectorAll(HEAD_SELECTOR)) old.remove();
  for (const element of headElements(head, window.location.pathname, config)) {
    if (element.tag === 'title') document.title = element.text;
    else document.head.append(make(element));
  }
}
