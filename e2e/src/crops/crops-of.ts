import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { packageDir } from '@wholepage/tooling/paths';
import { readParts } from '@wholepage/tooling/picture-parts';
import type { Page } from 'playwright-core';
import { type Box, shownInPage } from './shown';

const PICTURES = join(packageDir('shared-ui'), 'pictures');

/** Parts of each picture that no crop may cut. */
export const parts = readParts(PICTURES);

/** Window sizes in which crops are checked. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1366, height: 650 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** A picture's file name in builds, with the hash of its content. */
const servedName = (name: string): string => {
  const hash = createHash('sha256')
    .update(readFileSync(join(PICTURES, name)))
    .digest('hex');
  return `${basename(name, extname(name))}.${hash.slice(0, 12)}${extname(name)}`;
};

const names = new Map(Object.keys(parts).map((name) => [servedName(name), name]));

/** The visible part of one picture on a page at one width. */
export interface Crop {
  remote: string;
  picture: string;
  page: string;
  width: number;
  box: Box;
}

/** Returns the crops on a page of all pictures with parts. @param page a tab without scripts, so that all panels are open */
export async function cropsOf(page: Page, path: string): Promise<Crop[]> {
  const crops: Crop[] = [];
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    for (const { path: served, box } of await page.evaluate(shownInPage)) {
      const [, remote, name] = /^\/_releases\/([^/]+)\/assets\/(.+)$/.exec(served) ?? [];
      const picture = names.get(name ?? '');
      if (remote && picture) crops.push({ remote, picture, page: path, width: window.width, box });
    }
  }
  return crops;
}
