import type { Company } from 'site/config';
import { chatHref, telHref } from '../Header/contact-links';
import { openEnquiry } from '../open-enquiry';
import styles from './AskBar.module.css';

/** The three ways to ask, at the foot of a phone's window. Without scripts "Start" leads to the contact page. */
export function AskBar({ company }: { company: Company }) {
  return (
    <aside className={styles.bar} aria-label="Ask us">
      <a href={telHref(company.phones[0])}>Call</a>
      <a href={chatHref(company.chat)} rel="noopener" target="_blank">
        WhatsApp<span className="visually-hidden"> (opens in a new window)</span>
      </a>
      <form
        action="/contact"
        onSubmit={(event) => {
          event.preventDefault();
          openEnquiry();
        }}
      >
        <button type="submit">Start</button>
      </form>
    </aside>
  );
}
