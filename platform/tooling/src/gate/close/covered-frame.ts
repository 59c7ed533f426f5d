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
  const test = (part: string) => {
    for (const control of document.querySelectorAll<HTMLElement>(`${part} a, ${part} button`)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit === control || !isRemotes(hit)) continue;
      const by = `${hit.tagName.toLowerCase()}${hit.classList[0] ? `.${hit.classList[0]}` : ''}`;
      found.push(`"${(control.textContent ?? '').trim().slice(0, 30)}" of the ${part} lies under ${by}`);
    }
  };
  scrollTo({ top: 0, behavior: 'instant' });
  test('header');
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  test('footer');
  scrollTo({ top: 0, behavior: 'instant' });
  return found.slice(0, 3);
};

export const coveredFrame = (page: Page): Promise<string[]> => page.evaluate(covered);
