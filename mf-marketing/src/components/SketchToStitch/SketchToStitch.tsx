import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import { process } from '../../content/process';

/** The seven steps from brief to delivery, along a measuring tape. */
export function SketchToStitch() {
  return (
    <Section heading={process.heading} lead={process.text}>
      <ProcessTape label={process.label} steps={process.steps} variant="tape" />
    </Section>
  );
}
