import type { Page } from 'playwright-core';

/** Without places where a line may break. */
const plain = (text: string) => text.replaceAll('\u200B', '').replace(/\s+/g, ' ').trim();

/** Headings whose name in the browser's accessibility tree is not what is written: spaces are lost between elements. */
export async function misreadHeadings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const read = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'heading');
  const written = (await page.locator('h1, h2, h3, h4').allTextContents()).map(plain);
  return read.map(({ name }) => plain(String(name?.value))).filter((name) => !written.includes(name));
}
