import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { SpecLabel } from '../../../components/SpecLabel/SpecLabel';
import type { SectorRecord } from '../../../content/records';
import type { Look } from '../looks';
import styles from './Intro.module.css';

interface IntroProps {
  ambience: SectorRecord['content']['ambience'];
  look: Look['intro'];
  /** Of the wardrobe that the care label belongs to. */
  title: string;
  /** A wide scene is cropped, so that it does not end far above its text. */
  upright: boolean;
}

/** What the sector demands of cloth, and the label with the facts. */
export function Intro({ ambience, look, title, upright }: IntroProps) {
  return (
    <div className={styles.intro}>
      <Section
        {...look}
        heading={ambience.heading}
        media={<Picture picture={ambience.image} {...(upright && { ratio: '4/5' })} className={styles.picture ?? ''} />}
      >
        {ambience.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <SpecLabel title={`Care label: ${title}`} lines={ambience.label} />
      </Section>
    </div>
  );
}
