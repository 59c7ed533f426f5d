import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { process } from '../../content/process';
import styles from './SketchToStitch.module.css';

/** The seven steps from brief to delivery, along a measuring tape that comes in from beyond the page. */
export function SketchToStitch() {
  return (
    <Section heading={process.heading} lead={process.text}>
      <div className={styles.tape}>
        <ProcessTape label={process.label} steps={process.steps} variant="tape" />
      </div>
    </Section>
  );
}
