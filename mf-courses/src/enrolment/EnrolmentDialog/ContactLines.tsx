import { useRemote } from 'remote-kit';
import { enrolment } from '../../content/enrolment';
import styles from './EnrolmentDialog.module.css';

/** Whom to ask before paying. */
export function ContactLines() {
  const { company } = useRemote().config;
  const [phone] = company.phones;
  return (
    <div className={styles.contact}>
      <p>{enrolment.contact}</p>
      <p className={styles.lines}>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
    </div>
  );
}
