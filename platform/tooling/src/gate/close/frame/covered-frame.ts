import type { Page } from 'playwright-core';

/**
 * Links and buttons of the header and footer that something of the remote lies over: a press would not reach them. To be run
 * in the page, which is scrolled.
 */
const covered = (): string[] => {
  const found: string[] = [];
  const isRemotes = (element: Element): boolean => {
    if (element.closest('#slot')) return true;
    const top = element.closest('body > *');
    return top !== null && top !== document.querySelector('#app') && !top.contains(document.querySelector('#slot'));
  };
  const letThrough = new Set(
    [...document.querySelectorAll('#slot, #slot *, body > *')].filter(
      (one) => getComputedStyle(one).pointerEvents === 'none',
    ),
  );
  /** A press reaches what lies below such an element; who looks does not see it, unless nothing of it is painted. */
  const isInTheWay = (element: Element): boolean => {
    if (!letThrough.has(element)) return true;
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const isPainted = backgroundImage !== 'none' || !/^transparent$|^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor);
    return (
      (isPainted || element.matches('img, canvas, video, svg')) && element.checkVisibility({ opacityProperty: true })
    );
  };
  const touchable = new CSSStyleSheet();
  touchable.replaceSync('#slot, #slot *, body > * { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(touchable);
  const test = (part: string) => {
    for (const control of document.querySelectorAll<HTMLElement>(`${part} a, ${part} button`)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const over = document.elementsFromPoint(x, y);
      const hit = over.slice(0, over.indexOf(control)).find((one) => isRemotes(one) && isInTheWay(one));
      if (!hit) continue;
      const by = `${hit.tagName.toLowerCase()}${hit.classList[0] ? `.${hit.classList[0]}` : ''}`;
      found.push(`"${(control.textContent ?? '').trim().slice(0, 30)}" of the ${part} lies under ${by}`);
    }
  };
  scrollTo({ top: 0, behavior: 'instant' });
  test('header');
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  test('footer');
  scrollTo({ top: 0, behavior: 'instant' });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== touchable);
  return found.slice(0, 3);
};

export const coveredFrame = (page: Page): Promise<string[]> => page.evaluate(covered);
