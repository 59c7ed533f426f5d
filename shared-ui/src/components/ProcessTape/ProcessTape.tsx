import styles from './ProcessTape.module.css';

export interface ProcessTapeProps {
  /** Name of the list of steps. */
  label: string;
  /** In order; numbered from 1. */
  steps: { title: string; text?: string }[];
  /** `tape` lays them along a measuring tape, `thread` strings them like buttons on a thread. */
  variant?: 'tape' | 'thread';
}

/** The steps of a process. The thread draws itself, and the tape unrolls, as they scroll into view. */
export function ProcessTape({ label, steps, variant = 'tape' }: ProcessTapeProps) {
  return (
    <ol className={styles.process} aria-label={label} data-variant={variant} data-count={steps.length}>
      {steps.map((step, index) => (
        <li key={step.title} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <div className={styles.words}>
            <p className={styles.title}>{step.title}</p>
            {step.text && <p className={styles.text}>{step.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
