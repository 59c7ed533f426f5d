import styles from './FactList.module.css';

export interface FactListProps {
  /** Terms with their values, such as `Length`, `7 days`. */
  facts: { term: string; value: string }[];
  /** `label` is a satin care label, `tape` lies along a measuring tape. */
  variant?: 'label' | 'tape';
}

/** A list of facts about a course. */
export function FactList({ facts, variant = 'label' }: FactListProps) {
  return (
    <dl className={styles.list} data-variant={variant}>
      {facts.map(({ term, value }) => (
        <div key={term} className={styles.fact}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
