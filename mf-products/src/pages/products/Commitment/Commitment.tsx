import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { products } from '../../../content/products';
import styles from './Commitment.module.css';

const { heading, text, image, points } = products.commitment;

/** Four promises, each with the number that it can be checked by. */
export function Commitment() {
  return (
    <Section layout="plain" ground="paper" heading={heading} lead={text}>
      <div className={styles.sheet}>
        <Picture picture={image} className={styles.picture ?? ''} />
        <ul className={styles.points}>
          {points.map(({ figure, unit, text: promise }) => (
            <li key={unit} className={styles.point}>
              <p className={styles.fact}>
                <span className={styles.figure}>{figure}</span> <span className={styles.unit}>{unit}</span>
              </p>
              <p className={styles.promise}>{promise}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
