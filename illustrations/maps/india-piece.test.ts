import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indiaOutline } from './india-outline';

const pictures = join(__dirname, '../../shared-ui/pictures/maps');

const pathsOf = (svg: string, id: string): number =>
  new RegExp(`<path id="${id}" d="([^"]+)"`).exec(svg)?.[1]?.match(/M/g)?.length ?? 0;

it.each(['supply-chain-india', 'supply-chain-small'])(
  'every island is on %s: as an outline, or as a point where it is too small for one',
  (file) => {
    const svg = readFileSync(join(pictures, `${file}.svg`), 'utf8');
    const points = pathsOf(svg, 'i');
    expect(points).toBeGreaterThan(20);
    expect(pathsOf(svg, 'o') + points).toBe(indiaOutline().length);
  },
);
