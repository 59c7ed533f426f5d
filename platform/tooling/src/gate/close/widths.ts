import { transform } from 'lightningcss';

/** From the smallest phone to a wide monitor. */
const COMMON = [320, 390, 768, 1024, 1440, 1920, 2560] as const;
/** More would be more of the same, and the gate is to be quick. */
const MOST = 16;
const NARROWEST = 320;
const WIDEST = 2560;

const WIDTH =
  /(?:min-width|max-width|width)\s*(?::|[<>]=?)\s*(\d+(?:\.\d+)?)(px|em|rem)|(\d+(?:\.\d+)?)(px|em|rem)\s*[<>]=?\s*width/g;

/** Widths in pixels at which a style sheet changes something, in `@media`. */
export function breakpointsOf(css: Buffer): number[] {
  const found = new Set<number>();
  const { code } = transform({ filename: 'release.css', code: css, minify: true });
  for (const [, query = ''] of Buffer.from(code)
    .toString('utf8')
    .matchAll(/@media([^{]+)\{/g)) {
    for (const [, one, unit, other, otherUnit] of query.matchAll(WIDTH)) {
      const value = Number(one ?? other);
      const pixels = Math.round((unit ?? otherUnit) === 'px' ? value : value * 16);
      if (pixels > NARROWEST && pixels < WIDEST) found.add(pixels);
    }
  }
  return [...found];
}

/** Widths to look at a remote with: the common ones, and those just beyond where its own style sheets change. */
export function widthsFor(sheets: readonly Buffer[]): number[] {
  const own = [...new Set(sheets.flatMap(breakpointsOf))].filter(
    (width) => !COMMON.some((common) => Math.abs(common - width) < 2),
  );
  const chosen = own.sort((one, other) => other - one).slice(0, MOST - COMMON.length);
  return [...COMMON, ...chosen.map((width) => width + 1)].sort((one, other) => one - other);
}
