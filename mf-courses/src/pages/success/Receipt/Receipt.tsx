import { useRemote } from '@wholepage/remote-kit';
import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import type { SiteEnvironment } from 'site/remote';
import { success } from '../../../content/success';
import styles from './Receipt.module.css';

interface ReceiptProps {
  paymentId: string;
  /** The money has come; the bank has only agreed otherwise. */
  isCertain: boolean;
}

/** Paid: a receipt sewn onto the page. The id is shown as text, whatever it holds. */
export function Receipt({ paymentId, isCertain }: ReceiptProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {success.heading}
        </Heading>
        <p className={styles.text}>{isCertain ? success.text : success.authorized}</p>
        <LinkButton href="/">{success.home}</LinkButton>
      </div>
      <div className={styles.receipt} data-ground="sheet">
        <p className={styles.company}>{company.name}</p>
        <dl className={styles.id}>
          <dt>{success.idLabel}</dt>
          <dd>{paymentId}</dd>
        </dl>
        <ol className={styles.next}>
          {success.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
