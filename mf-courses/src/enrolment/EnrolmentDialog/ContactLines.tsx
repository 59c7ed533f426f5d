import { useRemote } from '@wholepage/remote-kit';
import type { SiteEnvironment } from 'site/remote';
import { enrolment } from '../../content/enrolment';
import styles from './EnrolmentDialog.module.css';

interface ContactLinesProps {
  /** When the money is given back, where the owner has said so. */
  refunds?: string;
}

/** What to know and whom to ask before paying. */
export function ContactLines({ refunds = enrolment.refunds }: ContactLinesProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  const [phone] = company.phones;
  return (
    <div className={styles.contact}>
      {refunds && <p>{refunds}</p>}
      <p>{enrolment.contact}</p>
      <p className={styles.lines}>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
    </div>
  );
}
