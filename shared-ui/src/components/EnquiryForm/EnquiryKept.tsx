import type { Company } from 'site/config';
import { ChatLink } from '../ChatLink/ChatLink';
import styles from './EnquiryForm.module.css';

interface EnquiryKeptProps {
  company: Pick<Company, 'phones' | 'chat'>;
  about?: string | undefined;
}

/** Stays when the alert of a failure has closed: nothing that was typed is lost, and there are two other ways. */
export function EnquiryKept({ company, about }: EnquiryKeptProps) {
  const [phone] = company.phones;
  return (
    <p className={styles.kept}>
      Not sent yet, but what you wrote is kept. Try again, call{' '}
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> or write on{' '}
      <ChatLink company={company} about={about} />.
    </p>
  );
}
