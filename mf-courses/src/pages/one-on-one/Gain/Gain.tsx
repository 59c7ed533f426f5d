import { Section } from 'shared-ui/Section';
import { oneOnOne } from '../../../content/one-on-one';
import styles from './Gain.module.css';

/** What stays after the four days, strung on one thread. */
export function Gain() {
  const { label, heading, points } = oneOnOne.gain;
  return (
    <Section layout="offset" ground="linen" label={label} heading={heading}>
      <ol className={styles.list}>
        {points.map((point) => (
          <li key={point.title} className={styles.point}>
            <h3 className={styles.title}>{point.title}</h3>
            <p className={styles.text}>{point.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
