import type { Page } from 'playwright-core';

/** First character of each translated text. No text of the site contains it. */
export const MARK = '¶';

/**
 * Puts a translator into a tab. Like those of browsers, it replaces each text with an element that holds the translation, and
 * continues with new texts. @param early true: it starts before hydration; false: it starts with {@link translateNow}
 */
export async function bringTranslator(page: Page, early: boolean): Promise<void> {
  await page.addInitScript(
    ({ mark, isEarly }) => {
      if (window.top !== window) return;
      const skipped = /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA|OPTION|TITLE)$/;
      const translate = (root: Node): void => {
        const texts: Text[] = [];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node: Node | null = root.nodeType === 3 ? root : walker.nextNode(); node; node = walker.nextNode())
          texts.push(node as Text);
        for (const text of texts) {
          const { parentElement } = text;
          if (!parentElement || skipped.test(parentElement.tagName) || parentElement.tagName === 'FONT') continue;
          if (!/\w/.test(text.data) || text.data.startsWith(mark)) continue;
          const inner = Object.assign(document.createElement('font'), { textContent: mark + text.data });
          const outer = document.createElement('font');
          outer.append(inner);
          text.replaceWith(outer);
        }
      };
      const begin = (): void => {
        translate(document.body);
        new MutationObserver((records) => {
          for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) translate(node);
        }).observe(document.body, { childList: true, subtree: true });
      };
      Object.assign(window, { translateNow: begin });
      if (isEarly) document.addEventListener('DOMContentLoaded', begin);
    },
    { mark: MARK, isEarly: early },
  );
}

export const translateNow = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { translateNow(): void }).translateNow());
