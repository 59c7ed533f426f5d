import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Box, cutParts, isCut } from './resolve';

const PARTS = { 'scenes/shop.svg': { bag: [0.6, 0.5, 0.9, 0.9] } };

let root: string;
const write = (name: string, value: unknown) => writeFileSync(join(root, name), JSON.stringify(value));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parts-'));
  mkdirSync(join(root, 'pictures'));
});
afterEach(() => rmSync(root, { recursive: true }));

const cuts = (...crops: Box[]) => {
  write('pictures/parts.json', PARTS);
  write('crops.json', { 'scenes/shop.svg': { '/shop': { 768: crops } } });
  return cutParts('scenes/shop.svg', join(root, 'pictures'), root);
};

it.each<[string, Box, boolean]>([
  ['holds all of it', [0.5, 0, 1, 1], false],
  ['ends within it', [0, 0, 0.8, 1], true],
  ['begins below its top', [0, 0.6, 1, 1], true],
  ['lies beside it', [0, 0, 0.5, 1], false],
  ['takes a hair of it', [0, 0, 0.89, 1], false],
])('a crop that %s', (_, crop, cut) => expect(isCut([0.6, 0.5, 0.9, 0.9], crop)).toBe(cut));

it('names picture, page, part and width', () => {
  expect(cuts([0.5, 0, 1, 1], [0, 0, 0.7, 1])).toEqual([
    '"scenes/shop.svg": /shop cuts the part "bag" at 768 px (it shows 0, 0, 0.7, 1)',
  ]);
});

it('says nothing of pictures without parts or crops', () => {
  expect(cutParts('scenes/shop.svg', root, root)).toEqual([]);
  write('crops.json', { 'scenes/hall.svg': { '/': { 390: [[0, 0, 0.7, 1]] } } });
  expect(cutParts('scenes/hall.svg', join(root, 'pictures'), root)).toEqual([]);
});

it('refuses a box whose edges are in another order', () => {
  expect(() => cuts([0.8, 0, 0.2, 1])).toThrow('Write left, top, right, bottom.');
});
