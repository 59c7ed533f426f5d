import { LogoWall } from 'shared-ui/LogoWall';
import { Picture } from 'shared-ui/Picture';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { TestimonialCard } from 'shared-ui/TestimonialCard';
import { TileGrid } from 'shared-ui/TileGrid';
import type { Catalogue } from './samples';
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

const roles = ['chefs', 'management', 'house-keeping', 'gardening', 'f-and-b', 'boat-crews', 'pool-side'].map(
  (role) => ({
    title: role.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
    picture: outfit(`hospitality-${role}`, `Uniform for ${role.replaceAll('-', ' ')}`),
  }),
);

const layouts = ['pinboard', 'lookbook', 'swatches', 'ledger', 'rail', 'staggered', 'quilt'] as const;

/** Cards, tiles and pictures. */
export const CARDS: Catalogue = {
  LogoWall: { 'twenty-one': <LogoWall label="Our esteemed clients" logos={marks} /> },
  Picture: {
    'own shape': <Picture picture={outfit('hospitality-chefs', "Chef's jacket")} />,
    cropped: <Picture picture={outfit('hospitality-chefs', "Chef's jacket")} ratio="1/1" />,
  },
  ProcessTape: {
    'tape of seven': <ProcessTape label="From sketch to stitch" steps={seven} variant="tape" />,
    'thread of seven': <ProcessTape label="From concept to comfort" steps={seven} variant="thread" />,
    'thread of four': <ProcessTape label="How we furnish" steps={four} variant="thread" />,
  },
  TestimonialCard: {
    default: <TestimonialCard {...testimonial} />,
    'short, no role': (
      <TestimonialCard picture={badge('testimonial-2', '')} name="A. Sample" text="It was the right date." />
    ),
  },
  TileGrid: Object.fromEntries(
    layouts.map((layout) => [
      layout,
      <TileGrid key={layout} layout={layout} label={`${layout} of roles`} tiles={roles} />,
    ]),
  ),
};
