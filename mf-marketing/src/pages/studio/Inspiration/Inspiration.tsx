import { useId } from 'react';
import { FileField } from 'shared-ui/FileField';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { Lead } from 'shared-ui/Lead';
import { OrderSheet } from '../../../components/OrderSheet/OrderSheet';
import { studio } from '../../../content/studio';
import styles from './Inspiration.module.css';

/** The inspiration form: one picture or PDF, and where to answer. */
export function Inspiration() {
  const { label, heading, text, hints } = studio.inspiration;
  const id = useId();
  return (
    <OrderSheet form="studio" FileControl={FileField} ground="indigo" labelledBy={id}>
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
    </OrderSheet>
  );
}
