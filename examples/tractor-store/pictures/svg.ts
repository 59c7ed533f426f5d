/** A number as drawings have it: two digits at most. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

type Attributes = Record<string, string | number | undefined>;

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? n(value) : value}"`)
    .join('');

/** An element of a drawing. */
export const el = (name: string, attributes: Attributes, ...content: string[]): string =>
  content.length > 0
    ? `<${name}${written(attributes)}>${content.join('')}</${name}>`
    : `<${name}${written(attributes)}/>`;

export const path = (d: string, fill: string, more: Attributes = {}): string => el('path', { d, fill, ...more });
export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
  el('circle', { cx, cy, r, fill, ...more });
export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => el('rect', { x, y, width, height, fill, ...more });
export const line = (d: string, stroke: string, width: number, more: Attributes = {}): string =>
  el('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
export const group = (attributes: Attributes, ...content: string[]): string => el('g', attributes, ...content);

/** From top to bottom, unless a direction is given. */
export const gradient = (
  id: string,
  stops: readonly (readonly [at: number, colour: string])[],
  across = false,
): string =>
  el(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: across ? 1 : 0, y2: across ? 0 : 1 },
    ...stops.map(([at, colour]) => el('stop', { offset: at, 'stop-color': colour })),
  );

export const drawing = (width: number, height: number, ...content: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content.join('')}</svg>\n`;
