import { useRemote } from '@wholepage/remote-kit';
import type { SiteEnvironment } from 'site/remote';
import styles from '../Receipt/Receipt.module.css';

/** Whom to ask about a payment. */
export function Contact() {
  const { company } = useRemote<SiteEnvironment>().config;
  const [phone] = company.phones;
  return (
    <p className={styles.contact}>
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
      <a href={`mailto:${company.email}`}>{company.email}</a>
    </p>
  );
}
