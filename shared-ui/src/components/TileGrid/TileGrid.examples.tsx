import type { Example } from '../../samples/example';
import { outfit } from '../../samples/pictures';
import { TileGrid, type TileGridProps } from './TileGrid';

const tiles = (sector: string, roles: string[]) =>
  roles.map((role) => ({
    title: role.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
    picture: outfit(`${sector}-${role}`, `Uniform for ${role.replaceAll('-', ' ')}`),
  }));

const of = (layout: TileGridProps['layout'], sector: string, roles: string[]): Example => ({
  name: layout,
  render: () => <TileGrid layout={layout} label={`${layout} of roles`} tiles={tiles(sector, roles)} />,
});

export const examples: Example[] = [
  of('pinboard', 'industrial', [
    'production-floor-operators',
    'welders',
    'maintenance',
    'quality-lab-technicians',
    'warehouse',
    'supervisors',
    'executives',
    'outdoor-cold-zone-staff',
  ]),
  of('lookbook', 'hospitality', [
    'chefs',
    'management',
    'house-keeping',
    'gardening',
    'f-and-b',
    'boat-crews',
    'pool-side',
  ]),
  of('swatches', 'education', [
    'primary',
    'middle',
    'sports',
    'kindergarten',
    'high-school',
    'higher-education',
    'rainwear',
  ]),
  of('ledger', 'retail', [
    'floor-staff',
    'pool-side',
    'corporate-executives',
    'guest-relations',
    'event-crew',
    'managers',
  ]),
  of('rail', 'aviation', [
    'cabin-crew',
    'lounge-and-hospitality',
    'pilots',
    'ground-staff',
    'f-and-b-and-in-flight',
    'airport-security',
  ]),
  of('staggered', 'healthcare', [
    'doctors',
    'lab-technicians',
    'nurses',
    'ot-staff',
    'reception-and-admin',
    'patients-wear',
  ]),
  of('quilt', 'government', [
    'infantry',
    'officer-class',
    'parade-ceremonial',
    'traffic-and-patrol-police',
    'special-ops',
    'administration',
  ]),
];
