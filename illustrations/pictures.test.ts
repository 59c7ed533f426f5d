import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { weightOf } from './core/weight';
import { make as backs } from './flats/make';
import { flats } from './flats/records';
import { make as furnishings } from './furnishings/make';
import { tiles } from './garments/outfits/all';
import { hubs, knitBelt, places } from './maps/places';
import { make as products } from './products/make';

const pictures = join(__dirname, '../shared-ui/pictures');
const api = join(__dirname, '../api/content');

const names = (text: string) => text.trim().split(/\s+/);
const numbered = (stem: string, count: number) => Array.from({ length: count }, (_, i) => `${stem}-${i + 1}`);

/** What the content records may name: folder, pixels, largest size in kB as it travels, and the files. */
const folders = [
  {
    folder: 'furnishings',
    size: [800, 600],
    budget: 6.5,
    files: names(`bedsheets comforters pillows duvets mattress-toppers towels bath-mats robes face-towels hotel-slippers
      custom-curtains sheers sofa-fabrics blinds throw-pillows table-runners cushion-covers sofa upholstered-chair
      outdoor-upholstery waterproof-poolside bed-linens pillows-cushions roller-blinds curtains bathroom-furnishing`),
  },
  {
    folder: 'flats',
    size: [600, 750],
    budget: 2,
    files: Object.entries(flats).flatMap(([sector, roles]) => Object.keys(roles).map((role) => `${sector}-${role}`)),
  },
  {
    folder: 'cloth',
    size: [1600, 320],
    budget: 3.5,
    files: names(`industrial hospitality retail government aviation healthcare education bed-linens curtains
      felled-seam running-stitch`),
  },
  {
    folder: 'products',
    size: [900, 1100],
    budget: 5.5,
    files: names(`bed-linens-intro roller-blinds-intro curtains-intro bathroom-furnishing-intro uniform-packaging-intro
      logo-embroidery-intro accessories-intro sachets-intro`),
  },
  {
    folder: 'merchandise',
    size: [800, 600],
    budget: 3.5,
    files: names('uniform-packaging logo-embroidery accessories sachets'),
  },
  {
    folder: 'scenes',
    size: [1600, 1000],
    budget: 13,
    files: [
      ...numbered('hero', 3),
      ...numbered('work', 6),
      ...numbered('project', 6),
      ...numbered('industries', 5),
      ...numbered('crafted', 6),
      ...numbered('course', 3),
      ...names(`studio-banner project-banner about-legacy about-founder about-brand about-furnishings about-group
        furnishings-hero furnishings-about furnishings-promo product-banner stitch-commitment contact-banner blog-banner
        courses-banner one-on-one generic-layout`),
    ],
  },
  {
    folder: 'badges',
    size: [400, 400],
    budget: 6,
    files: [...numbered('testimonial', 12), 'director-1', 'director-2', 'founder'],
  },
  {
    folder: 'marks',
    size: [240, 120],
    budget: 6,
    files: Array.from({ length: 21 }, (_, i) => `mark-${String(i + 1).padStart(2, '0')}`),
  },
  { folder: 'maps', size: [1600, 800], budget: 9, files: ['world-footprint'] },
  { folder: 'maps', size: [1000, 1100], budget: 32, files: ['supply-chain-india'] },
  { folder: 'maps', size: [760, 860], budget: 18, files: ['supply-chain-small'] },
] as const;

const kilobytes = (file: string) => statSync(file).size / 1024;

describe.each(folders)('pictures in $folder', ({ folder, size, budget, files }) => {
  it.each([...files])('%s is there, well-formed and within its budget', async (name) => {
    const file = join(pictures, folder, `${name}.svg`);
    const { width, height, format } = await sharp(file).metadata();
    expect({ width, height, format }).toEqual({ width: size[0], height: size[1], format: 'svg' });
    expect(weightOf(readFileSync(file)) / 1024).toBeLessThanOrEqual(budget);
  });
});

it('has a back for every front, in the same order', () => {
  const roles = (sectors: Record<string, object>) =>
    Object.entries(sectors).map(([sector, outfits]) => [sector, ...Object.keys(outfits)]);
  expect(roles(flats)).toEqual(roles(tiles));
});

it('names every mark in order', () => {
  const list: { file: string; name: string }[] = JSON.parse(readFileSync(join(pictures, 'marks/marks.json'), 'utf8'));
  expect(list).toHaveLength(21);
  for (const { file, name } of list) {
    expect(existsSync(join(pictures, file))).toBe(true);
    expect(name).toMatch(/\w/);
  }
});

it('has a cover of its own for every post', async () => {
  const slugs = readdirSync(join(api, 'posts')).map((file) => file.replace(/\.md$/, ''));
  for (const slug of slugs) {
    const file = join(api, 'covers', `${slug}.svg`);
    expect(await sharp(file).metadata()).toMatchObject({ width: 1200, height: 750, format: 'svg' });
    expect(weightOf(readFileSync(file)) / 1024).toBeLessThanOrEqual(9);
  }
});

it.each(numbered('reel', 6))('%s plays within its budget and has a poster', async (name) => {
  const film = readFileSync(join(pictures, 'reels', `${name}.mp4`));
  expect(film.length / 1024).toBeLessThanOrEqual(400);
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
  const poster = join(pictures, 'reels', `${name}.jpg`);
  expect(await sharp(poster).metadata()).toMatchObject({ width: 720, height: 1280, format: 'jpeg' });
  expect(kilobytes(poster)).toBeLessThanOrEqual(40);
});

it.each([
  ['favicon-32.png', 32, 32],
  ['touch-icon-180.png', 180, 180],
  ['og.png', 1200, 630],
])('site/%s has its pixels', async (name, width, height) => {
  expect(await sharp(join(pictures, 'site', name)).metadata()).toMatchObject({ width, height, format: 'png' });
});

it.each([
  ['furnishings', furnishings],
  ['flats', backs],
  ['products', products],
])(
  '%s are drawn again byte for byte, with the words of their pages; else run npm run pictures',
  async (_folder, make) => {
    await make(async (file, svg) => {
      expect(readFileSync(join(pictures, file), 'utf8')).toBe(svg);
    });
  },
);

it('draws on the map of India every place that the list beside it names, and no other', () => {
  expect([...knitBelt, ...hubs].map(({ name }) => name).sort()).toEqual([...places].sort());
});
