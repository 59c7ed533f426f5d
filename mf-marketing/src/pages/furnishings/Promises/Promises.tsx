import { Heading } from 'shared-ui/Heading';
import { Section } from 'shared-ui/Section';
import { useFill } from 'site/remote';
import { furnishings } from '../../../content/furnishings';
import styles from './Promises.module.css';

/** Five promises, numbered so that one can hold us to them. */
export function Promises() {
  const fill = useFill();
  const { heading, items } = furnishings.promises;
  return (
    <Section layout="aside" ground="cloth" heading={fill(heading)} stitch="top">
      <ol className={styles.promises}>
        {items.map((item) => (
          <li key={item.title} className={styles.promise}>
            <div>
              <Heading level={3} size="section">
                {item.title}
              </Heading>
              <p className={styles.text}>{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
