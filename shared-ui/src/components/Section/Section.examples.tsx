import type { Example } from '../../samples/example';
import { scene } from '../../samples/pictures';
import { Button } from '../Button/Button';
import { Picture } from '../Picture/Picture';
import { Section, type SectionProps } from './Section';

const media = <Picture picture={scene('studio-banner', 'Cutting table in the studio')} />;

const of = (props: SectionProps): Example => ({
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

export const examples: Example[] = [
  of({ layout: 'plain', heading: 'A pattern for every post', label: 'No. 01', stitch: 'bottom' }),
  of({ layout: 'aside', heading: 'Eleven sizes, no stranger to any', ground: 'cloth', label: 'No. 02' }),
  of({ layout: 'split', heading: 'Drawn on paper first', media, ground: 'linen' }),
  of({ layout: 'split-reverse', heading: 'Worn before it is approved', media, stitch: 'both' }),
  of({ layout: 'bleed', heading: 'Cut once, after two fittings', media, ground: 'indigo', label: 'No. 05' }),
  of({ layout: 'offset', heading: 'Cloth that keeps its word', ground: 'ink' }),
];
