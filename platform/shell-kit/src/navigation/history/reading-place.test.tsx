import { readingPlace, scrollFor } from './reading-place';

/** Lays out the parts of a page one below the other. */
const layOut = (scroll: number, ...heights: number[]) => {
  Object.assign(window, { scrollY: scroll, innerHeight: 800 });
  document.body.innerHTML = `<main>${'<section></section>'.repeat(heights.length - 1)}</main><footer></footer>`;
  let top = -scroll;
  for (const [index, part] of document.querySelectorAll('section, footer').entries()) {
    const height = heights[index] ?? 0;
    const own = top;
    part.getBoundingClientRect = () => ({ top: own, bottom: own + height }) as DOMRect;
    top += height;
  }
};

it('is the part in the middle of the window, and where it begins', () => {
  layOut(900.4, 500, 900, 800);
  expect(readingPlace()).toEqual([900, 1, 3, -400.4]);
});

it('is none where a page has no parts', () => {
  document.body.innerHTML = '<main></main>';
  Object.assign(window, { scrollY: 300 });
  expect(readingPlace()).toEqual([300, -1, 0, 0]);
  expect(scrollFor(readingPlace())).toBe(300);
});

it('is gone back to by its part, whatever height the parts above have now', () => {
  layOut(900, 500, 900, 800);
  const place = readingPlace();
  layOut(0, 700, 900, 800);
  expect(scrollFor(place)).toBe(1_100);
  layOut(250, 300, 800, 800);
  expect(scrollFor(place)).toBe(700);
  layOut(0, 10, 800, 800);
  expect(scrollFor(place)).toBe(410);
});

it('counts what stands for a part that comes late, and not what comes in its place', () => {
  const countOf = (html: string) => {
    document.body.innerHTML = `<main><section></section>${html}</main><footer></footer>`;
    return readingPlace()[2];
  };
  expect(countOf('<div data-part></div>')).toBe(3);
  expect(countOf('<div data-part><section><section></section></section></div>')).toBe(3);
});

it('is the top for who was at the top, and as far down as before where parts came or went', () => {
  layOut(0, 100, 100, 800);
  const top = readingPlace();
  expect(top).toEqual([0, 2, 3, 200]);
  layOut(0, 500, 100, 800);
  expect(scrollFor(top)).toBe(0);
  layOut(900, 500, 800, 800);
  const place = readingPlace();
  layOut(0, 700, 800, 800, 300);
  expect(scrollFor(place)).toBe(900);
});
