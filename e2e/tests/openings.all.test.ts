import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { SECTOR_ROUTES } from '../src/spec';

/** Widths from the smallest phone to a screen of 2560 CSS pixels, closer together where layouts change. */
const WIDTHS = [
  320, 344, 360, 390, 412, 480, 600, 720, 768, 800, 820, 912, 992, 1024, 1100, 1200, 1280, 1366, 1440, 1536, 1680, 1920,
  2240, 2560,
];

const PAGES = [
  '/',
  '/about-us',
  '/product',
  ...SECTOR_ROUTES,
  '/product/curtains',
  '/product/bathroom-furnishing',
  '/design-studio',
  '/project',
  '/ambience-and-harmony',
  '/blog',
  '/courses',
  '/courses/1',
  '/one-on-one-transformation',
  '/contact',
];

/** Returns the lines of words and the controls of the page's opening that overlap one of its pictures. */
const covered = (): string[] => {
  const heading = document.querySelector('main h1');
  let opening: Element | null | undefined = heading?.parentElement;
  while (opening && !opening.querySelector('img')) opening = opening.parentElement;
  if (!heading || !opening || opening.matches('main')) return [];
  const pictures = [...opening.querySelectorAll('img')].filter((image) =>
    image.checkVisibility({ visibilityProperty: true }),
  );
  const texts = document.createTreeWalker(opening, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (
      !textContent?.trim() ||
      !parentElement?.checkVisibility({ visibilityProperty: true }) ||
      parentElement.ariaHidden
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const button = parentElement.closest('button, a');
    for (const line of button ? [button.getBoundingClientRect()] : range.getClientRects())
      for (const image of pictures) {
        const box = image.getBoundingClientRect();
        const across = Math.min(line.right, box.right) - Math.max(line.left, box.left);
        const down = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top);
        if (across > 1 && down > 1 && line.width > 1)
          found.push(`${textContent.trim().slice(0, 30)} (${Math.round(across)} px)`);
      }
  }
  return [...new Set(found)];
};

const tab = oneTab(oneBrowser(), { javaScriptEnabled: false });

test.each(PAGES)('%s keeps the words of its opening clear of the picture at every width', async (path) => {
  const { page } = tab();
  await page.goto(path);
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 800 : 900 });
    faults.push(...(await page.evaluate(covered)).map((fault) => `${width}: ${fault}`));
  }
  expect(faults).toEqual([]);
});
