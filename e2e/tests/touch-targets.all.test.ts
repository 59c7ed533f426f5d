import { PHONE } from '../src/browser/browser';
import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { PAGES } from '../src/routes';

const tab = oneTab(oneBrowser(), { viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' });

/** Smallest target for a finger, in px; WCAG 2.2 asks for 24 px. */
const FINGER_PX = 44;

/** Returns smaller targets, measured by hits: pseudo-elements count, covered parts do not. Links within sentences are exempt. */
const smallTargets = async (finger: number): Promise<string[]> => {
  document.documentElement.setAttribute('data-whole', '');
  const isInSentence = (target: Element): boolean => {
    const words = target.parentElement?.closest('p, dd, figcaption, blockquote, label');
    return (
      getComputedStyle(target).display === 'inline' &&
      (words?.textContent ?? '').trim().length > (target.textContent ?? '').trim().length + 3
    );
  };
  const small: string[] = [];
  for (const target of document.querySelectorAll(
    'a[href], button, summary, input:not([type=hidden]), textarea, [role=tab]',
  )) {
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isInSentence(target)) continue;
    if (target.closest('[inert], [aria-hidden=true]')) continue;
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    // Such targets are for screen readers, or hidden until they have the focus.
    if (box.width <= 1 || box.bottom <= 0) continue;
    const label = target.closest('label');
    const isHit = (x: number, y: number): boolean => {
      const met = document.elementFromPoint(x, y);
      return met !== null && (target.contains(met) || (label?.contains(met) ?? false));
    };
    const lines = target.getClientRects();
    const line = lines[0] ?? box;
    const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
    const reach = (dx: number, dy: number): number => {
      let steps = 0;
      while (steps < finger && isHit(x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
      return steps;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    if (width < finger || height < finger)
      small.push(
        `${width} by ${height}: ${(target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 40) || target.getAttribute('name')}`,
      );
  }
  return [...new Set(small)];
};

test.each(PAGES)('on a phone, whatever %s offers to touch is as large as a finger', async (path) => {
  const { page } = tab();
  await page.goto(path);
  expect(await page.evaluate(smallTargets, FINGER_PX)).toEqual([]);
});
