import { type Coloured, coloured } from './data/colours';

type Colour = readonly [number, number, number];

const WHITE: Colour = [255, 255, 255];

const average = (colours: readonly Colour[]): Colour => {
  if (colours.length === 0) return WHITE;
  const sum = (channel: 0 | 1 | 2) => colours.reduce((total, colour) => total + colour[channel], 0) / colours.length;
  return [sum(0), sum(1), sum(2)];
};

const distance = (one: Colour, other: Colour): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** Variants whose colours are nearest to those of these SKUs, nearest first. @param length as many at most */
export function similarTo(skus: readonly string[], length: number): Pick<Coloured, 'sku' | 'name'>[] {
  const target = average(coloured.filter(({ sku }) => skus.includes(sku)).map(({ rgb }) => rgb));
  return coloured
    .filter(({ sku }) => !skus.includes(sku))
    .map(({ sku, name, rgb }) => ({ sku, name, away: distance(target, rgb) }))
    .sort((one, other) => one.away - other.away)
    .slice(0, length)
    .map(({ sku, name }) => ({ sku, name }));
}
