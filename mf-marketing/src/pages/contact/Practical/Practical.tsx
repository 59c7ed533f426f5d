import { Section } from 'shared-ui/Section';
import styles from './Practical.module.css';

interface PracticalProps {
  heading: string;
  /** What the owner has filled in is shown; an empty value leaves its line out. */
  facts: readonly { name: string; value: string }[];
}

/** What a buyer asks before writing: minimum order, lead time and the like. Absent until one of them is filled in. */
export function Practical({ heading, facts }: PracticalProps) {
  const known = facts.filter(({ value }) => value !== '');
  if (known.length === 0) return null;
  return (
    <Section layout="aside" ground="cloth" heading={heading}>
      <dl className={styles.facts}>
        {known.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
