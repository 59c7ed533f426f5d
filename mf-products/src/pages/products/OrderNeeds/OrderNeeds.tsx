import { Section } from 'shared-ui/Section';
import { products } from '../../../content/products';
import styles from './OrderNeeds.module.css';

/** What a buyer asks before writing, and what to have at hand for the answer. */
export function OrderNeeds() {
  const { heading, text, facts } = products.order;
  return (
    <Section layout="plain" ground="linen" heading={heading} lead={text}>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
