import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Paragraphs } from '../../../components/Paragraphs/Paragraphs';
import type { Details } from '../../../content/details';

/** Each course opens in its own arrangement. */
const LAYOUTS = { '1': 'split', '2': 'split-reverse', '3': 'offset' } as const;

export interface IntroductionProps {
  id: Details['id'];
  introduction: Details['introduction'];
}

export function Introduction({ id, introduction: { label, heading, paragraphs, picture } }: IntroductionProps) {
  const ratio = id === '3' ? '16/9' : '4/5';
  return (
    <Section layout={LAYOUTS[id]} label={label} heading={heading} media={<Picture picture={picture} ratio={ratio} />}>
      <Paragraphs texts={paragraphs} />
    </Section>
  );
}
