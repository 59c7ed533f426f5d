import type { Company } from 'site/config';
import { chatHref, mailHref, telHref } from './contact-links';
import styles from './TopBar.module.css';

/**
 * The thin bar above the navigation: who this is, and how to reach them. Where number or address have no room, a word
 * stands for each; only one of the two is shown and read.
 */
export function TopBar({ company }: { company: Company }) {
  return (
    <div className={styles.bar} data-ground="indigo">
      <div className={styles.inner}>
        <p className={styles.name}>{company.name}</p>
        <ul className={styles.links}>
          <li>
            <a href={telHref(company.phones[0])}>
              <span className={styles.number}>{company.phones[0]}</span>
              <span className={styles.call}>Call</span>
            </a>
          </li>
          <li>
            <a href={mailHref(company.email)}>
              <span className={styles.address}>{company.email}</span>
              <span className={styles.kind}>Email</span>
            </a>
          </li>
          <li>
            <a href={chatHref(company.chat)} rel="noopener" target="_blank">
              WhatsApp<span className="visually-hidden"> (opens in a new window)</span>
            </a>
          </li>
        </ul>
      </div>
    </div>
  );
}
