import type { FrameStatus } from '@wholepage/contracts/page';
import type { NavigationLink } from 'site/navigation';
import styles from './StatusPage.module.css';

const WORDS: Record<Exclude<FrameStatus, 200>, { heading: string; text: string }> = {
  401: {
    heading: 'Please Sign In First',
    text: 'This page is made for its owner alone. Sign in, and it is all yours.',
  },
  403: {
    heading: 'This Page Is Not for You',
    text: 'It is kept for somebody else. If it should be yours, please write to us.',
  },
  404: {
    heading: 'Oops! Page Not Found',
    text: 'This piece was cut from another pattern, or the thread to it has snapped. Nothing of yours is lost.',
  },
};

/** What an address gets that no remote owns, or that is not for this visitor. */
export function StatusPage({ status, links }: { status: Exclude<FrameStatus, 200>; links: NavigationLink[] }) {
  const { heading, text } = WORDS[status];
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        {status}
      </p>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{text}</p>
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
