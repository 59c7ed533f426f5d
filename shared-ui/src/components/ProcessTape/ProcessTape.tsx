import words from '../../styles/steps.module.css';
import tape from './tape.module.css';
import thread from './thread.module.css';

export interface ProcessTapeProps {
  /** Name of the list of steps. */
  label: string;
  /** Steps in order, numbered from 1. The design is made for seven or four. */
  steps: { title: string; text?: string }[];
  /** `tape` lays the steps along a measuring tape, `thread` strings them like buttons on a thread. */
  variant?: 'tape' | 'thread';
}

const VARIANTS = { tape, thread };

/** The steps of a process. The tape unrolls, and the thread draws itself, as they scroll into view. */
export function ProcessTape({ label, steps, variant = 'tape' }: ProcessTapeProps) {
  const styles = VARIANTS[variant];
  return (
    <ol className={styles.process} aria-label={label} data-count={steps.length}>
      {steps.map((step, index) => (
        <li key={step.title} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <div className={styles.words}>
            <p className={words.title}>{step.title}</p>
            {step.text && <p className={words.text}>{step.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
