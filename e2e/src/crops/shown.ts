/** The visible part of a picture: left, top, right and bottom as shares of the whole. */
export type Box = [left: number, top: number, right: number, bottom: number];

export interface Shown {
  /** The path that the picture is served at. */
  path: string;
  box: Box;
}

/** Runs in a page. @returns the visible part of each picture that its own box or a surrounding element crops */
export function shownInPage(): Shown[] {
  const px = (value: string) => Number.parseFloat(value);
  const hundredths = (value: number) => Math.round(value * 100) / 100;
  // Parts with deferred layout have no true size yet.
  for (const part of document.querySelectorAll<HTMLElement>('main *'))
    if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible';

  const cropped = [...document.querySelectorAll<HTMLImageElement>('main img')].filter(
    (image) => image.offsetWidth > 0 && getComputedStyle(image).objectFit === 'cover',
  );
  return cropped.flatMap((image) => {
    const style = getComputedStyle(image);
    const edges = image.getBoundingClientRect();
    const left = edges.left + px(style.paddingLeft) + px(style.borderLeftWidth);
    const top = edges.top + px(style.paddingTop) + px(style.borderTopWidth);
    const width = image.offsetWidth - px(style.paddingLeft) - px(style.paddingRight) - 2 * px(style.borderLeftWidth);
    const height = image.offsetHeight - px(style.paddingTop) - px(style.paddingBottom) - 2 * px(style.borderTopWidth);
    // The size attributes, not the file, give the shape: they set the layout of drawings of another shape, too.
    const natural = { width: Number(image.getAttribute('width')), height: Number(image.getAttribute('height')) };
    const scale = Math.max(width / natural.width, height / natural.height);
    const whole = { width: natural.width * scale, height: natural.height * scale };
    const [x = '50%', y = '50%'] = style.objectPosition.split(' ');
    const offset = (value: string, room: number) => (value.endsWith('%') ? (px(value) / 100) * room : px(value));
    const origin = { x: left + offset(x, width - whole.width), y: top + offset(y, height - whole.height) };

    const seen = { left, top, right: left + width, bottom: top + height };
    for (let around = image.parentElement; around && around.tagName !== 'MAIN'; around = around.parentElement) {
      if (!['clip', 'hidden'].includes(getComputedStyle(around).overflowX)) continue;
      const clip = around.getBoundingClientRect();
      seen.left = Math.max(seen.left, clip.left);
      seen.top = Math.max(seen.top, clip.top);
      seen.right = Math.min(seen.right, clip.right);
      seen.bottom = Math.min(seen.bottom, clip.bottom);
    }
    const box: Box = [
      hundredths((seen.left - origin.x) / whole.width),
      hundredths((seen.top - origin.y) / whole.height),
      hundredths((seen.right - origin.x) / whole.width),
      hundredths((seen.bottom - origin.y) / whole.height),
    ];
    const isWhole = box[0] <= 0 && box[1] <= 0 && box[2] >= 1 && box[3] >= 1;
    // A slide outside the carousel's viewport is not visible.
    const isAway = box[0] >= box[2] || box[1] >= box[3];
    return isWhole || isAway ? [] : [{ path: new URL(image.src).pathname, box }];
  });
}
