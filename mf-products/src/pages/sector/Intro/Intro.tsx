import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { SpecLabel } from '../../../components/SpecLabel/SpecLabel';
import type { SectorRecord } from '../../../content/records';
import type { Look } from '../looks';

interface IntroProps {
  ambience: SectorRecord['content']['ambience'];
  look: Look['intro'];
  /** Of the wardrobe that the care label belongs to. */
  title: string;
}

/** What the sector demands of cloth, and the label with the facts. */
export function Intro({ ambience, look, title }: IntroProps) {
  return (
    <Section {...look} heading={ambience.heading} media={<Picture picture={ambience.image} />}>
      {ambience.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <SpecLabel title={`Care label: ${title}`} lines={ambience.label} />
    </Section>
  );
}
