import { escapeHtml } from '@wholepage/page-rules/escape-html';
import type { Browser } from 'playwright-core';
import type { Shot } from './capture';

/** Width of a page on the sheet, in pixels. */
const THUMB = { 390: 240, 768: 320, 1280: 470, 1440: 440 } as const;

/** Served to the sheet alone: as addresses of data, a hundred pictures of whole pages are more than a browser takes. */
const PICTURES = 'http://sheet.invalid/';

const figure = (shot: Shot, index: number, width: number) =>
  `<figure style="width:${width}px"><img src="${PICTURES}${index}"><figcaption>${escapeHtml(shot.name)}</figcaption></figure>`;

/** Lays all pages of one width side by side. @returns a PNG */
export async function contactSheet(browser: Browser, shots: Shot[], width: number): Promise<Buffer> {
  const thumb = width in THUMB ? THUMB[width as keyof typeof THUMB] : 320;
  const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
  try {
    await page.route(`${PICTURES}*`, (route) =>
      route.fulfill({
        contentType: 'image/png',
        body: shots[Number(route.request().url().slice(PICTURES.length))]?.png ?? '',
      }),
    );
    await page.setContent(
      `<style>body{margin:20px;display:flex;flex-wrap:wrap;gap:20px;align-items:start;background:#ddd;font:12px monospace}
      figure{margin:0}img{width:100%;display:block;max-height:2600px;object-fit:cover;object-position:top}</style>
      ${shots.map((shot, index) => figure(shot, index, thumb)).join('')}`,
    );
    return await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
  }
}
