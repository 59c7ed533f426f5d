import { OwnLabelField, WovenName } from 'shared-ui/OwnLabel';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { SpecLabel } from '../../../components/SpecLabel/SpecLabel';
import type { SectorRecord, Shared } from '../../../content/records';
import type { Look } from '../looks';
import styles from './Intro.module.css';

interface IntroProps {
  ambience: SectorRecord['content']['ambience'];
  look: Look['intro'];
  /** Of the wardrobe that the care label belongs to. */
  title: string;
  /** A wide scene is cropped, so that it does not end far above its text. */
  upright: boolean;
  /** Words around the visitor's own label, where there is a garment to sew it on. */
  own?: Shared['label'];
}

/** What the sector demands of cloth, and the label with the facts. */
export function Intro({ ambience, look, title, upright, own }: IntroProps) {
  const { image, notes } = ambience;
  const picture = <Picture picture={image} {...(upright && { ratio: '4/5' })} className={styles.picture ?? ''} />;
  const noted = notes.length > 0 && (
    <div className={styles.noted} data-noted="">
      <div className={styles.frame}>
        {picture}
        {own && (
          <div className={styles.sewn}>
            <WovenName placeholder={own.placeholder} />
          </div>
        )}
      </div>
      <ul className={styles.notes} aria-label={`Details: ${title}`}>
        {notes.map(({ name, value }) => (
          <li key={name}>
            <strong>{name}</strong> {value}
          </li>
        ))}
      </ul>
      {own && (
        <div className={styles.ask}>
          <OwnLabelField label={own.ask} hint={own.hint} />
        </div>
      )}
    </div>
  );
  return (
    <div className={styles.intro}>
      <Section {...look} heading={ambience.heading} media={noted || picture}>
        {ambience.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <SpecLabel title={`Care label: ${title}`} lines={ambience.label} />
      </Section>
    </div>
  );
}
