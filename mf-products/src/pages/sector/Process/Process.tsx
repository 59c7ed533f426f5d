import { useRemote } from '@wholepage/remote-kit';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section, type SectionProps } from 'shared-ui/Section';
import type { SiteEnvironment } from 'site/remote';
import type { StepsVariant } from '../looks';
import { NumberedSteps } from '../NumberedSteps/NumberedSteps';
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
  ground: NonNullable<SectionProps['ground']>;
  variant: StepsVariant;
}

/** Seven steps, and the way to begin with the first. */
export function Process({ heading, text, titles, steps: texts, action, ground, variant }: ProcessProps) {
  const { shell } = useRemote<SiteEnvironment>();
  const steps = titles.map((title, index) => ({ title, text: texts[index] ?? '' }));
  return (
    <Section layout={variant === 'numerals' ? 'aside' : 'plain'} ground={ground} heading={heading} lead={text}>
      {variant === 'numerals' ? (
        <NumberedSteps label={heading} steps={steps} />
      ) : (
        <ProcessTape label={heading} steps={steps} variant={variant} />
      )}
      <div className={styles.action} data-after={variant}>
        <EnquiryButton variant="secondary" onOpen={shell.openEnquiry}>
          {action}
        </EnquiryButton>
      </div>
    </Section>
  );
}
