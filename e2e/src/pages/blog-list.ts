import type { Locator, Page } from 'playwright-core';
import { alive, type Visit } from '../browser/browser';

export const cards = (page: Page): Locator => page.locator('main').getByRole('article');

/** Opens the blog's list and waits until it is hydrated. @returns the visit, with the queries of its calls to the blog host */
export async function openList(visitor: Visit, path = '/blog') {
  const asked: string[] = [];
  visitor.page.on('request', (request) => {
    if (request.url().includes('/formdata/')) asked.push(new URL(request.url()).search);
  });
  await visitor.page.goto(path);
  await alive(visitor.page);
  return { ...visitor, asked };
}
