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
import type { Catalogue, Example } from './samples';
import { scene } from './samples';

const cuttingPatterns = scene('hero-2', 'Cutting table with patterns and cloth');

const bannerOf = (variant: NonNullable<BannerProps['variant']>): Example => ({
  name: variant,
  render: () => (
    <Banner
      variant={variant}
      heading="Industrial & Manufacturing"
      label="Sector 01"
      text="Workwear that keeps its colour, its crease and its wearer safe through the third shift."
      picture={cuttingPatterns}
      action={<Button>Let's Get Started</Button>}
    />
  ),
});

const path = [{ label: 'Home', href: '#home' }, { label: 'Our Products', href: '#product' }, { label: 'Aviation' }];

const cuttingTable = <Picture picture={scene('studio-banner', 'Cutting table in the studio')} />;

const sectionOf = (props: SectionProps): Example => ({
  name: props.layout ?? 'plain',
  render: () => (
    <Section
      lead="We cut by role, not by catalogue: what a welder needs at the shoulder a receptionist needs at the cuff."
      {...props}
    >
      <p>
        Each design is drawn on paper, graded through eleven sizes and worn for a fortnight by the people it is for.
        Only then does the first bolt of cloth go under the knife, and the pattern gets its number and its place on the
        wall.
      </p>
      <Button variant="secondary">See how we work</Button>
    </Section>
  ),
});

const stats = [
  { value: '1973', label: 'In business since' },
  { value: '250+', label: 'Brands served' },
  { value: '60+', label: 'Countries' },
  { value: '10 m+', label: 'Uniforms made' },
];

const crumbs = [
  { label: 'Home', href: '/' },
  { label: 'Courses', href: '/courses' },
  { label: 'Online Course', href: '/courses/1' },
];

/** Headings, running text and the shapes of a section. */
export const WORDS: Catalogue = {
  Banner: [
    bannerOf('plain'),
    bannerOf('tall'),
    {
      name: 'tall, with a name',
      render: () => (
        <Banner variant="tall" heading="Industrial & Manufacturing" name="Curtains" picture={cuttingPatterns} />
      ),
    },
    bannerOf('split'),
    bannerOf('mirror'),
    { name: 'words alone', render: () => <Banner heading="Oops! Page Not Found" text="The thread ends here." /> },
  ],
  Breadcrumbs: [{ name: 'default', render: () => <Breadcrumbs items={path} /> }],
  Heading: [
    {
      name: 'sizes',
      render: () => (
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
  ],
  Label: [
    { name: 'default', render: () => <Label>No. 04</Label> },
    {
      name: 'on indigo',
      render: () => (
        <div data-ground="indigo">
          <Label>Since 1973</Label>
        </div>
      ),
    },
  ],
  Lead: [
    {
      name: 'default',
      render: () => (
        <Lead>Every uniform begins on brown paper, with a pencil, a tape and the people who will wear it.</Lead>
      ),
    },
  ],
  Paragraphs: [
    {
      name: 'default',
      render: () => (
        <Paragraphs texts={['Every uniform begins on brown paper.', 'Then come the people who will wear it.']} />
      ),
    },
  ],
  Section: [
    sectionOf({ layout: 'plain', heading: 'A pattern for every post', label: 'No. 01', stitch: 'bottom' }),
    sectionOf({ layout: 'aside', heading: 'Eleven sizes, no stranger to any', ground: 'cloth', label: 'No. 02' }),
    sectionOf({ layout: 'split', heading: 'Drawn on paper first', media: cuttingTable, ground: 'linen' }),
    sectionOf({ layout: 'split-reverse', heading: 'Worn before it is approved', media: cuttingTable, stitch: 'both' }),
    sectionOf({
      layout: 'bleed',
      heading: 'Cut once, after two fittings',
      media: cuttingTable,
      ground: 'indigo',
      label: 'No. 05',
    }),
    sectionOf({ layout: 'offset', heading: 'Cloth that keeps its word', ground: 'ink' }),
  ],
  Signpost: [
    {
      name: 'to the courses',
      render: () => <Signpost text="You dress one person, and it is you?" link="See the courses" href="/courses" />,
    },
  ],
  StatRow: [
    { name: 'three', render: () => <StatRow stats={stats.slice(0, 3)} /> },
    { name: 'four', render: () => <StatRow stats={stats} /> },
    { name: 'five', render: () => <StatRow stats={[...stats, { value: '46', label: 'Roles dressed' }]} /> },
  ],
  Trail: [{ name: 'trail', render: () => <Trail crumbs={crumbs} /> }],
};
