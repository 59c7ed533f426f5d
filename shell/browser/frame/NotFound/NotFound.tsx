import type { NavigationLink } from 'site/navigation';
import styles from './NotFound.module.css';

/** What an address gets that no remote owns. */
export function NotFound({ links }: { links: NavigationLink[] }) {
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <div className={styles.words}>
        <h1 tabIndex={-1}>Oops! Page Not Found</h1>
        <p>This piece was cut from another pattern, or the thread to it has snapped. Nothing of yours is lost.</p>
        <p>
          <a className={styles.home} href="/">
            Back to Home
          </a>
        </p>
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href}>{link.label}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
