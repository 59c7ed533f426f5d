import { useRemote } from 'contracts/react';
import { useId } from 'react';
import { EnquiryForm } from 'shared-ui/EnquiryForm';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Lead } from 'shared-ui/Lead';
import { studio } from '../../../content/studio';
import styles from './Inspiration.module.css';

/** The inspiration form: one picture or PDF, and where to answer. */
export function Inspiration() {
  const { config, shell } = useRemote();
  const { label, heading, text, hints } = studio.inspiration;
  const id = useId();
  return (
    <section className={styles.inspiration} data-ground="indigo" aria-labelledby={id}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <Label>{label}</Label>
          <Heading level={2} size="display" id={id}>
            {heading}
          </Heading>
          <Lead>{text}</Lead>
          <ul className={styles.hints}>
            {hints.map((hint) => (
              <li key={hint} className={styles.hint}>
                {hint}
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.sheet} data-ground="sheet">
          <EnquiryForm form="studio" config={config} shell={shell} />
        </div>
      </div>
    </section>
  );
}
