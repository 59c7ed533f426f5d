import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

export type Country = Feature<Polygon | MultiPolygon, { name: string }>;

/** Countries of Natural Earth (public domain) at 1:110 or 1:50 million, without Antarctica. */
export function countries(scale: '110m' | '50m'): Country[] {
  const topology = JSON.parse(
    readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), 'utf8'),
  ) as Topology<{
    countries: GeometryCollection<{ name: string }>;
  }>;
  const all = feature(topology, topology.objects.countries).features as Country[];
  return all.filter((country) => country.properties.name !== 'Antarctica');
}
