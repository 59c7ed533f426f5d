import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { success } from '../../../content/success';
import { Contact } from '../Contact/Contact';
import styles from '../Receipt/Receipt.module.css';

/** Opened without an id: nothing was paid here, or the address was cut short. */
export function NoPayment() {
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {success.missing.heading}
        </Heading>
        <p className={styles.text}>{success.missing.text}</p>
        <Contact />
        <LinkButton href="/">{success.home}</LinkButton>
      </div>
    </div>
  );
}
