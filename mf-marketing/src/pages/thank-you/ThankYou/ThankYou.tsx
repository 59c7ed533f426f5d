import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { thankYou } from '../../../content/thank-you';
import styles from './ThankYou.module.css';

/** The slip that is torn off when an order comes in. */
export function ThankYou() {
  const { label, heading, text, link } = thankYou;
  return (
    <div className={styles.table}>
      <div className={styles.slip} data-ground="sheet">
        <p className={styles.label}>{label}</p>
        <Heading level={1} size="display">
          {heading}
        </Heading>
        <p className={styles.text}>{text}</p>
        <LinkButton href="/">{link}</LinkButton>
      </div>
    </div>
  );
}
