import { useRemote } from 'contracts/react';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { ProcessTape, type ProcessTapeProps } from 'shared-ui/ProcessTape';
import { Section } from 'shared-ui/Section';
import type { Look } from '../looks';
import styles from './Process.module.css';

interface ProcessProps {
  heading: string;
  text: string;
  /** Names of the steps, the same for every sector. */
  titles: readonly string[];
  /** What each step means here, in the same order. */
  steps: readonly string[];
  /** Words of the button that opens the enquiry. */
  action: string;
  look: Look['process'];
  variant: NonNullable<ProcessTapeProps['variant']>;
}

/** Seven steps, and the way to begin with the first. */
export function Process({ heading, text, titles, steps, action, look, variant }: ProcessProps) {
  const { shell } = useRemote();
  return (
    <Section {...look} heading={heading} lead={text}>
      <ProcessTape
        label={heading}
        variant={variant}
        steps={titles.map((title, index) => ({ title, text: steps[index] ?? '' }))}
      />
      <div className={styles.action}>
        <EnquiryButton variant="secondary" onOpen={shell.openEnquiry}>
          {action}
        </EnquiryButton>
      </div>
    </Section>
  );
}
