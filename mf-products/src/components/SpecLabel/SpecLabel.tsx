import styles from './SpecLabel.module.css';

interface SpecLabelProps {
  /** What the label is sewn into, for those who hear the page. */
  title: string;
  lines: readonly { name: string; value: string }[];
}

/** The care label of a whole wardrobe: cloth, standard, wash, sizes, reorder. */
export function SpecLabel({ title, lines }: SpecLabelProps) {
  return (
    <dl className={styles.label} aria-label={title} data-ground="sheet">
      {lines.map(({ name, value }) => (
        <div key={name} className={styles.line}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
