import { useRemote } from '@wholepage/remote-kit';
import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import type { SiteEnvironment } from 'site/remote';
import { success } from '../../../content/success';
import { Contact } from '../Contact/Contact';
import styles from '../Receipt/Receipt.module.css';

export interface UnconfirmedProps {
  paymentId: string;
  /** The provider has said that it did not go through. */
  failed: boolean;
}

/** A payment that nobody has confirmed: it says what is known, and where the receipt will stand. */
export function Unconfirmed({ paymentId, failed }: UnconfirmedProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  const { receipt, again } = success.unconfirmed;
  const { heading, text } = failed ? success.failed : success.unconfirmed;
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {heading}
        </Heading>
        <p className={styles.contact}>
          <LinkButton href={`/success?payment_id=${encodeURIComponent(paymentId)}`}>{again}</LinkButton>
          <LinkButton href="/" variant="secondary">
            {success.home}
          </LinkButton>
        </p>
        <p className={styles.text}>{text}</p>
        <Contact />
      </div>
      <div className={styles.receipt} data-ground="sheet">
        <p className={styles.company}>{company.name}</p>
        <Heading level={2} size="sub">
          {receipt}
        </Heading>
        <dl className={styles.id}>
          <dt>{success.idLabel}</dt>
          <dd>{paymentId}</dd>
        </dl>
      </div>
    </div>
  );
}
