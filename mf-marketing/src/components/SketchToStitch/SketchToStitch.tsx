import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import raw from '../../content/process.content.json';
import type { Content } from '../../content/schema';
import styles from './SketchToStitch.module.css';

/** The build checks the record by `schema.ts`. */
const process = raw as Content['process'];

/** The seven steps from brief to delivery, along a measuring tape that begins beyond the page's edge. */
export function SketchToStitch() {
  return (
    <Section heading={process.heading} lead={process.text}>
      <div className={styles.tape}>
        <ProcessTape label={process.label} steps={process.steps} variant="tape" />
      </div>
    </Section>
  );
}
