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
      heading="A pattern for every post"
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
  of({ layout: 'plain', label: 'No. 01', stitch: 'bottom' }),
  of({ layout: 'aside', ground: 'cloth', label: 'No. 02' }),
  of({ layout: 'split', media, ground: 'linen' }),
  of({ layout: 'split-reverse', media, stitch: 'both' }),
  of({ layout: 'bleed', media, ground: 'indigo', label: 'No. 05' }),
  of({ layout: 'offset', ground: 'ink' }),
];
