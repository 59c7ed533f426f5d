import styles from './StatRow.module.css';

export interface StatRowProps {
  /** `value` is set large: a number with its unit, as it is read. */
  stats: { value: string; label: string }[];
}

/** Figures as oversized numerals, each under its dimension line. */
export function StatRow({ stats }: StatRowProps) {
  return (
    <div className={styles.frame}>
      <dl className={styles.row} data-count={stats.length}>
        {stats.map((stat) => (
          <div key={stat.label} className={styles.stat}>
            <dt className={styles.label}>{stat.label}</dt>
            <dd className={styles.value}>{stat.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
