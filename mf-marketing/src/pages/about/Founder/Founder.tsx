import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Picture } from 'shared-ui/Picture';
import { about } from '../../../content/about';
import styles from './Founder.module.css';

/** The founder, shown by an embroidered monogram and the rule that stayed. */
export function Founder() {
  const { label, heading, paragraphs, principle, picture } = about.founder;
  return (
    <section className={styles.founder} data-ground="ink" aria-labelledby="founder">
      <div className={styles.inner}>
        <Picture picture={picture} className={styles.badge} />
        <div className={styles.words}>
          <Label>{label}</Label>
          <Heading level={2} size="section" id="founder">
            {heading}
          </Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={styles.text}>
              {paragraph}
            </p>
          ))}
        </div>
        <p className={styles.principle}>{principle}</p>
      </div>
    </section>
  );
}
