import { LogoWall } from 'shared-ui/LogoWall';
import { Picture } from 'shared-ui/Picture';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { TestimonialCard } from 'shared-ui/TestimonialCard';
import { TileGrid, type TileGridProps } from 'shared-ui/TileGrid';
import type { Catalogue, Example } from './samples';
import { badge, marks, outfit } from './samples';

const seven = [
  { title: 'Brand requirement', text: 'We listen, and look at the work itself.' },
  { title: 'Product design' },
  { title: 'Sampling and product development', text: 'Worn for a fortnight before it is approved.' },
  { title: 'Forecasting' },
  { title: 'Manufacturing', text: 'Cut in Chennai, sewn in lines of twelve.' },
  { title: 'Warehousing and shipping' },
  { title: 'Delivery', text: 'Packed by name, one box each.' },
];

const four = [
  { title: 'Space & Brand Assessment', text: 'Light, traffic, laundry: we note them all.' },
  { title: 'Concept/Design Development', text: 'Weave, weight and colour on one board.' },
  { title: 'Prototyping & Refinement', text: 'One room, made up as it will be.' },
  { title: 'Delivery & Installation', text: 'Hung, dressed and signed off.' },
];

const testimonial = {
  picture: badge('testimonial-1', ''),
  name: 'R. Sample',
  role: 'Head of procurement, hotel group',
  text: 'They measured all nine hundred of us, and it shows. We reorder by letter and nothing ever comes back.',
  sample: true,
};

const tilesOf = (sector: string, roles: string[]) =>
  roles.map((role) => ({
    title: role.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
    picture: outfit(`${sector}-${role}`, `Uniform for ${role.replaceAll('-', ' ')}`),
  }));

const tileGridOf = (layout: TileGridProps['layout'], sector: string, roles: string[]): Example => ({
  name: layout,
  render: () => <TileGrid layout={layout} label={`${layout} of roles`} tiles={tilesOf(sector, roles)} />,
});

/** Cards, tiles and pictures. */
export const CARDS: Catalogue = {
  LogoWall: [{ name: 'twenty-one', render: () => <LogoWall label="Our esteemed clients" logos={marks} /> }],
  Picture: [
    { name: 'own shape', render: () => <Picture picture={outfit('hospitality-chefs', "Chef's jacket")} /> },
    { name: 'cropped', render: () => <Picture picture={outfit('hospitality-chefs', "Chef's jacket")} ratio="1/1" /> },
  ],
  ProcessTape: [
    { name: 'tape of seven', render: () => <ProcessTape label="From sketch to stitch" steps={seven} variant="tape" /> },
    {
      name: 'thread of seven',
      render: () => <ProcessTape label="From concept to comfort" steps={seven} variant="thread" />,
    },
    { name: 'tape of four', render: () => <ProcessTape label="How we furnish" steps={four} variant="tape" /> },
    { name: 'thread of four', render: () => <ProcessTape label="How we furnish" steps={four} variant="thread" /> },
  ],
  TestimonialCard: [
    { name: 'default', render: () => <TestimonialCard {...testimonial} /> },
    {
      name: 'short, no role',
      render: () => (
        <TestimonialCard picture={badge('testimonial-2', '')} name="A. Sample" text="It was the right date." />
      ),
    },
  ],
  TileGrid: [
    tileGridOf('pinboard', 'industrial', [
      'production-floor-operators',
      'welders',
      'maintenance',
      'quality-lab-technicians',
      'warehouse',
      'supervisors',
      'executives',
      'outdoor-cold-zone-staff',
    ]),
    tileGridOf('lookbook', 'hospitality', [
      'chefs',
      'management',
      'house-keeping',
      'gardening',
      'f-and-b',
      'boat-crews',
      'pool-side',
    ]),
    tileGridOf('swatches', 'education', [
      'primary',
      'middle',
      'sports',
      'kindergarten',
      'high-school',
      'higher-education',
      'rainwear',
    ]),
    tileGridOf('ledger', 'retail', [
      'floor-staff',
      'pool-side',
      'corporate-executives',
      'guest-relations',
      'event-crew',
      'managers',
    ]),
    tileGridOf('rail', 'aviation', [
      'cabin-crew',
      'lounge-and-hospitality',
      'pilots',
      'ground-staff',
      'f-and-b-and-in-flight',
      'airport-security',
    ]),
    tileGridOf('staggered', 'healthcare', [
      'doctors',
      'lab-technicians',
      'nurses',
      'ot-staff',
      'reception-and-admin',
      'patients-wear',
    ]),
    tileGridOf('quilt', 'government', [
      'infantry',
      'officer-class',
      'parade-ceremonial',
      'traffic-and-patrol-police',
      'special-ops',
      'administration',
    ]),
  ],
};
