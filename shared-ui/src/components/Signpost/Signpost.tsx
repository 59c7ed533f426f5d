import stitches from '../../styles/stitched.module.css';
import styles from './Signpost.module.css';

export interface SignpostProps {
  /** Whom it is for, in one sentence. */
  text: string;
  /** Names the place that it leads to. */
  link: string;
  href: string;
}

/** One line at the end of a page, to a part of the site that its reader may not have come for. It waits with the sections above it, or would be seen to move. */
export function Signpost({ text, link, href }: SignpostProps) {
  return (
    <div className={`${stitches.stitched} ${styles.post}`} data-unprinted data-own-size>
      <p className={styles.line}>
        <span>{text}</span> <a href={href}>{link}</a>
      </p>
    </div>
  );
}
