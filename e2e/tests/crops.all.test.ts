import { isCut } from '@wholepage/tooling/picture-parts';
import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { type Crop, cropsOf, parts } from '../src/crops/crops-of';
import { declare, isDeclared } from '../src/crops/declared';
import { PAGES } from '../src/routes';
import { DETAILS } from '../src/spec';

const ALL = [...new Set([...PAGES, ...DETAILS.map((slug) => `/product/${slug}`)])];

const tab = oneTab(oneBrowser(), { javaScriptEnabled: false });
const seen: Crop[] = [];

afterAll(() => {
  if (process.env.WRITE_CROPS) declare(seen);
});

test.each(ALL)('%s cuts no part of a picture, and crops as its content says', async (path) => {
  const crops = await cropsOf(tab().page, path);
  seen.push(...crops);
  const cuts = crops.flatMap(({ picture, width, box }) =>
    Object.entries(parts[picture] ?? {})
      .filter(([, part]) => isCut(part, box))
      .map(([part]) => `${picture}: "${part}" at ${width}, which shows ${box.join(', ')}`),
  );
  expect(cuts).toEqual([]);
  // `WRITE_CROPS=1` writes the crops into `crops.json` of the remotes.
  if (process.env.WRITE_CROPS) return;
  expect(crops.filter((crop) => !isDeclared(crop))).toEqual([]);
});
