import { findProgram } from '@wholepage/tooling/find-program';
import sharp from 'sharp';
import { launchWhole, SITE, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { until } from '../src/engines/driver';
import { firefoxScreen } from '../src/engines/firefox-screen';
import { webkit } from '../src/engines/webkit';

/** Font sizes from the smallest heading to the signature of the footer, in px. */
const SIZES = [20, 27, 36, 48, 64, 76, 88, 92, 96, 100, 104, 108, 180, 240];
/** The lightest and the heaviest heading. */
const WEIGHTS = [340, 500];
const CELL = 280;
const DENSITIES = process.env.NIGHT ? [1, 1.25, 1.5, 2] : [1, 1.5];
/** Time for a test that starts another engine for its density. */
const ENGINE_LIMIT_MS = 180_000;
/** Largest height of a window above its page, in px. */
const TOOLBAR = 140;
const VIEWPORT = { width: CELL * 8, height: CELL * Math.ceil((SIZES.length * WEIGHTS.length * 2) / 8) };
const LETTERS = { sizes: SIZES, weights: WEIGHTS, cell: CELL };

interface Letters {
  sizes: number[];
  weights: number[];
  cell: number;
  /** Factor of the letters' size, for engines without a denser screen. Letters keep the outline of their nominal size. */
  larger?: number;
}

/** Replaces the page by letters in its display font, one per cell. */
const layOut = ({ sizes, weights, cell, larger }: Letters) => {
  const cells = sizes.flatMap((size) =>
    weights.flatMap((weight) => ['H', 'e'].map((letter) => ({ size, weight, letter }))),
  );
  document.body.replaceChildren(
    ...cells.map(({ size, weight, letter }, index) => {
      const box = document.createElement('div');
      box.style.cssText = `position: absolute; left: ${(index % 8) * cell}px; top: ${Math.floor(index / 8) * cell}px;
        width: ${cell}px; height: ${cell}px; display: grid; place-items: center; background: #fff; color: #000;
        font: ${weight} ${size * (larger ?? 1)}px/1 var(--font-display)`;
      if (larger) box.style.fontVariationSettings = `"opsz" ${size}`;
      box.textContent = letter;
      return box;
    }),
  );
  const names = cells.map(({ size, weight, letter }) => `${letter} of ${size} px, ${weight}`);
  // The second frame shows what the first one paints.
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return document.fonts.ready.then(painted).then(() => names);
};

/** Darkness of the crossbar of the letter in a cell, from 0 (paper) to 1 (ink): the darkest point of the letter's middle. */
async function barOf(letters: Buffer, left: number, top: number, side: number, rows: number): Promise<number> {
  const { data, info } = await sharp(letters)
    .extract({ left, top, width: side, height: side })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark = (x: number, y: number) => 1 - (data[(y * info.width + x) * info.channels] ?? 255) / 255;
  const inked = Array.from({ length: side }, (_, y) => y).filter((y) =>
    Array.from({ length: side }, (_, x) => x).some((x) => dark(x, y) > 0.5),
  );
  const [first = 0, last = 0] = [inked[0], inked.at(-1)];
  const middle = inked.filter((y) => y > first + (last - first) / 4 && y < last - (last - first) / 4);
  const inkFrom = (y: number) => Array.from({ length: rows }, (_, row) => dark(Math.round(side / 2), y + row));
  return Math.max(0, ...middle.map((y) => inkFrom(y).reduce((sum, ink) => sum + ink, 0)));
}

/** Returns the letters without a visible crossbar. @param rows number of pixel rows over which a thin bar may spread */
async function barless(names: readonly string[], png: Buffer, density: number, rows = 1): Promise<string[]> {
  const side = CELL * density;
  const bars = await Promise.all(
    names.map((_, index) => barOf(png, (index % 8) * side, Math.floor(index / 8) * side, side, rows)),
  );
  return names.filter((_, index) => (bars[index] ?? 0) < 0.35);
}

/** The whole browser fits outlines to the pixel grid, and loses bars that are too thin. The headless shell does not. */
const browser = oneBrowser(launchWhole);

test.each(DENSITIES)('headings have their crossbars on a screen of density %d', async (density) => {
  const { page, close } = await visit(browser(), { viewport: VIEWPORT, deviceScaleFactor: density, bypassCSP: true });
  await page.goto('/thank-you');
  const names = await page.evaluate(layOut, LETTERS);
  const png = await page.screenshot();
  await close();
  expect(await barless(names, png, density)).toEqual([]);
});

// WebKit does not fit outlines to the pixel grid, so a bar may spread over two rows. Unlike Safari, it chooses no
// optical size on Linux: the test sets the letters' sizes.
const webkitDriver = findProgram('WebKitWebDriver');
const hasScreen = findProgram('Xvfb') !== undefined;

(webkitDriver && hasScreen ? test : test.skip).each(DENSITIES)(
  'and in WebKit on a screen of density %d',
  async (density) => {
    const size = { width: VIEWPORT.width * density, height: VIEWPORT.height * density + TOOLBAR };
    const driver = await webkit(webkitDriver ?? '', size);
    try {
      await driver.goto('/thank-you');
      await driver.fillScreen();
      await until(driver, `innerHeight >= ${VIEWPORT.height * density}`);
      const letters: Letters = { ...LETTERS, cell: CELL * density, larger: density };
      await driver.run(`void (${layOut})(${JSON.stringify(letters)}).then((names) => { globalThis.names = names; })`);
      await until(driver, 'globalThis.names');
      const names = await driver.run<string[]>('globalThis.names');
      expect(await barless(names, await driver.screenshot(), density, 2)).toEqual([]);
    } finally {
      await driver.close();
    }
  },
  ENGINE_LIMIT_MS,
);

const firefox = findProgram('firefox-esr');

(firefox ? test : test.skip).each(DENSITIES)(
  'and in Firefox on a screen of density %d',
  async (density) => {
    const { page, close } = await firefoxScreen(firefox ?? '', density, VIEWPORT);
    await page.goto(`${SITE}/thank-you`);
    const names = await page.evaluate(layOut, LETTERS);
    const png = Buffer.from(await page.screenshot());
    await close();
    expect(await barless(names, png, density)).toEqual([]);
  },
  ENGINE_LIMIT_MS,
);
