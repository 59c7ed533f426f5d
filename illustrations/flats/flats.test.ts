import { contentOf, type Named } from '../core/words';
import { geometryOf } from './geometry';
import { measuredOf } from './measured';
import { flats } from './records';

interface Page {
  readonly outfits: readonly { readonly picture: { readonly file: string }; readonly measures: readonly Named[] }[];
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
  Object.entries(records).map(([role, flat]) => [`flats/${sector}-${role}.svg`, sector, flat] as const),
);

test.each(roles)('the page of %s gives the lengths that are drawn', (file, sector, flat) => {
  const page = contentOf<Page>(`mf-products/src/content/flats/${slugs[sector as keyof typeof slugs]}.content.json`);
  const drawn = measuredOf(flat, geometryOf(flat)).map(({ name, value }) => ({ name, value: `${value} cm` }));
  expect(page.outfits.find(({ picture }) => picture.file === file)?.measures).toEqual(drawn);
});
