import type { Page } from 'playwright-core';

/** The accessibility tree reads a line-break opportunity after a slash as a space. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('/ ', '/').trim();

/** Headings whose name in the browser's accessibility tree differs from their text: spaces are lost between elements. */
export async function misreadHeadings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const read = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'heading');
  const written = (await page.locator('h1, h2, h3, h4').allTextContents()).map(plain);
  return read.map(({ name }) => plain(String(name?.value))).filter((name) => !written.includes(name));
}
