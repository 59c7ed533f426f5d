import styles from './Brand.module.css';

/** The company's name as it is stitched on a label: a needle, its thread, the name. */
export function Brand({ name, since }: { name: string; since: number }) {
  return (
    <a href="/" className={styles.brand}>
      <svg className={styles.needle} viewBox="0 0 44 44" aria-hidden="true">
        <path d="M38 4 12 34" strokeWidth="2.4" strokeLinecap="round" fill="none" stroke="currentColor" />
        <path d="M36.2 8.6 38.6 3.4 33.8 6.6Z" fill="currentColor" />
        <path
          className={styles.thread}
          d="M13 33c-5 6-10 5-9 1s9-2 14 1 12 6 16 1 6-12 5-17"
          fill="none"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeDasharray="4.5 3"
        />
      </svg>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.since}>Chennai, since {since}</span>
      </span>
    </a>
  );
}
