import { contentOf, type Named } from '../core/words';
import { CUTS } from './cuts';
import { geometryOf } from './geometry';
import { lengthOf, measuredOf } from './measured';
import { flats } from './records';
import { SIZES } from './sizes';

interface Page {
  readonly outfits: readonly {
    readonly picture: { readonly file: string };
    readonly size: string;
    readonly measures: readonly Named[];
  }[];
}

const slugs = {
  industrial: 'industrial-manufacturing',
  hospitality: 'hospitality-resorts',
  education: 'educational-institutions',
  retail: 'retail-brand-spaces',
  aviation: 'corporate-admin',
  healthcare: 'healthcare-clinics-wellness',
  government: 'government-police-defense',
} as const;

const roles = Object.entries(flats).flatMap(([sector, records]) =>
  Object.entries(records).map(([role, flat]) => [`${sector}-${role}`, sector, flat] as const),
);

const cutOf = (name: string) => {
  const cut = CUTS[name];
  if (!cut) throw new Error(`cuts.ts has no cut for ${name}.`);
  return cut;
};

test.each(roles)('the page of %s gives the lengths that are drawn, of the one table', (name, sector, flat) => {
  const page = contentOf<Page>(`mf-products/src/content/flats/${slugs[sector as keyof typeof slugs]}.content.json`);
  const cut = cutOf(name);
  const drawn = measuredOf(flat, geometryOf(flat)).map(({ name: length }) => ({
    name: length,
    value: `${lengthOf(length, cut)} cm`,
  }));
  const outfit = page.outfits.find(({ picture }) => picture.file === `flats/${name}.svg`);
  expect([outfit?.size, outfit?.measures]).toEqual([cut.size, drawn]);
});

test('no two garments of one size are of one length', () => {
  const lengths = roles.map(([name]) => `${cutOf(name).size}: ${cutOf(name).length} cm`);
  expect(lengths.filter((length, index) => lengths.indexOf(length) !== index)).toEqual([]);
});

test.each(roles)('%s can be put on, and is not a tent', (name) => {
  const { size, ease, length, leg = 0 } = cutOf(name);
  const { chest, insideLeg } = SIZES[size];
  expect(ease).toBeGreaterThan(0);
  expect(ease).toBeLessThan(chest * 0.6);
  expect(length).toBeGreaterThan(30);
  expect(Math.abs(leg)).toBeLessThan(insideLeg / 20);
});
