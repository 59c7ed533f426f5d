import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_PLACED_EVENT } from '@wholepage/contracts/fragment';
import type { Page } from 'playwright-core';
import { LONGEST_LOAD_MS } from './opened-page';

interface Placed {
  of: string;
  props: string;
}

interface Names {
  element: string;
  placed: string;
  of: string;
  props: string;
  state: string;
}

const NAMES: Names = {
  element: FRAGMENT_ELEMENT,
  placed: FRAGMENT_PLACED_EVENT,
  of: FRAGMENT_ATTRIBUTES.of,
  props: FRAGMENT_ATTRIBUTES.props,
  state: FRAGMENT_ATTRIBUTES.state,
};

/** To be run in the page. @returns what its state is in the end */
const comeAndGo = async ([names, { of, props }, limitMs]: readonly [Names, Placed, number]): Promise<string> => {
  const element = document.createElement(names.element);
  element.setAttribute(names.of, of);
  if (props) element.setAttribute(names.props, props);
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
  const settled = new Promise<string>((resolve) => {
    // What watches it keeps it in memory.
    const settle = (state: string) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(state);
    };
    const observer = new MutationObserver(() => {
      const state = element.getAttribute(names.state);
      if (state === 'ready' || state === 'fallback') settle(state);
    });
    observer.observe(element, { attributeFilter: [names.state] });
    const timer = setTimeout(() => settle('unknown'), limitMs);
  });
  document.querySelector('#slot')?.append(element);
  document.dispatchEvent(new Event(names.placed));
  const state = await settled;
  // Its HTML is there; its browser part is mounted as soon as nothing else is to be done.
  for (let turn = 0; turn < 3; turn += 1) await idle();
  element.remove();
  await idle();
  return state;
};

/** Puts a fragment into the slot and takes it out: one mount, one unmount. @throws Error when it does not come */
export async function placeAndRemove(page: Page, placed: Placed): Promise<void> {
  const state = await page.evaluate(comeAndGo, [NAMES, placed, LONGEST_LOAD_MS] as const);
  if (state !== 'ready') throw new Error(`${placed.of} was never shown: its state is ${state}`);
}
