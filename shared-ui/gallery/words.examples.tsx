import { Banner, type BannerProps } from 'shared-ui/Banner';
import { Breadcrumbs } from 'shared-ui/Breadcrumbs';
import { Button } from 'shared-ui/Button';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Lead } from 'shared-ui/Lead';
import { Paragraphs } from 'shared-ui/Paragraphs';
import { Picture } from 'shared-ui/Picture';
import { Section, type SectionProps } from 'shared-ui/Section';
import { Signpost } from 'shared-ui/Signpost';
import { StatRow } from 'shared-ui/StatRow';
import { Trail } from 'shared-ui/Trail';
import type { Catalogue } from './samples';
import { scene } from './samples';

const cuttingPatterns = scene('hero-2', 'Cutting table with patterns and cloth');

const SectorBanner = ({ variant }: Required<Pick<BannerProps, 'variant'>>) => (
  <Banner
    variant={variant}
    heading="Industrial & Manufacturing"
    label="Sector 01"
    text="Workwear that keeps its colour, its crease and its wearer safe through the third shift."
    picture={cuttingPatterns}
    action={<Button>Let's Get Started</Button>}
  />
);

const path = [{ label: 'Our Products', href: '#product' }, { label: 'Aviation' }];

const cuttingTable = <Picture picture={scene('studio-banner', 'Cutting table in the studio')} />;

const PatternSection = (props: SectionProps) => (
  <Section
    lead="We cut by role, not by catalogue: what a welder needs at the shoulder a receptionist needs at the cuff."
    {...props}
  >
    <p>
      Each design is drawn on paper, graded through eleven sizes and worn for a fortnight by the people it is for. Only
      then does the first bolt of cloth go under the knife, and the pattern gets its number and its place on the wall.
    </p>
    <Button variant="secondary">See how we work</Button>
  </Section>
);

const stats = [
  { value: '1973', label: 'In business since' },
  { value: '250+', label: 'Brands served' },
  { value: '60+', label: 'Countries' },
  { value: '10 m+', label: 'Uniforms made' },
];

const crumbs = [
  { label: 'Courses', href: '/courses' },
  { label: 'Online Course', href: '/courses/1' },
];

/** Headings, running text and the shapes of a section. */
export const WORDS: Catalogue = {
  Banner: {
    plain: <SectorBanner variant="plain" />,
    tall: <SectorBanner variant="tall" />,
    'tall, with a name': (
      <Banner variant="tall" heading="Industrial & Manufacturing" name="Curtains" picture={cuttingPatterns} />
    ),
    split: <SectorBanner variant="split" />,
    mirror: <SectorBanner variant="mirror" />,
    'words alone': <Banner heading="Oops! Page Not Found" text="The thread ends here." />,
  },
  Breadcrumbs: { default: <Breadcrumbs items={path} /> },
  Heading: {
    sizes: (
      <>
        <Heading level={2} size="display">
          Made to be worn every day
        </Heading>
        <Heading level={2}>Our Process From Concept to Comfort</Heading>
        <Heading level={3}>Sampling and product development</Heading>
        <Heading level={4}>Outdoor and cold zone staff</Heading>
      </>
    ),
  },
  Label: {
    default: <Label>No. 04</Label>,
    'on indigo': (
      <div data-ground="indigo">
        <Label>Since 1973</Label>
      </div>
    ),
  },
  Lead: {
    default: <Lead>Every uniform begins on brown paper, with a pencil, a tape and the people who will wear it.</Lead>,
  },
  Paragraphs: {
    default: <Paragraphs texts={['Every uniform begins on brown paper.', 'Then come the people who will wear it.']} />,
  },
  Section: {
    plain: <PatternSection layout="plain" heading="A pattern for every post" label="No. 01" stitch />,
    aside: <PatternSection layout="aside" heading="Eleven sizes, no stranger to any" ground="cloth" label="No. 02" />,
    split: <PatternSection layout="split" heading="Drawn on paper first" media={cuttingTable} ground="linen" />,
    'split-reverse': (
      <PatternSection layout="split-reverse" heading="Worn before it is approved" media={cuttingTable} stitch />
    ),
    bleed: (
      <PatternSection
        layout="bleed"
        heading="Cut once, after two fittings"
        media={cuttingTable}
        ground="indigo"
        label="No. 05"
      />
    ),
    offset: <PatternSection layout="offset" heading="Cloth that keeps its word" ground="ink" />,
  },
  Signpost: {
    'to the courses': <Signpost text="You dress one person, and it is you?" link="See the courses" href="/courses" />,
  },
  StatRow: {
    three: <StatRow stats={stats.slice(0, 3)} />,
    four: <StatRow stats={stats} />,
    five: <StatRow stats={[...stats, { value: '46', label: 'Roles dressed' }]} />,
  },
  Trail: { trail: <Trail crumbs={crumbs} /> },
};
