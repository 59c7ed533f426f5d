import styles from './NumberedSteps.module.css';

interface NumberedStepsProps {
  /** Name of the list. */
  label: string;
  steps: readonly { title: string; text: string }[];
}

/** Steps down a column, each under a numeral as large as the cloth allows. */
export function NumberedSteps({ label, steps }: NumberedStepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={styles.step}>
          <span className={styles.numeral} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <p className={styles.title}>{title}</p>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
