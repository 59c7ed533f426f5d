import stitches from '../../styles/stitched.module.css';
import styles from './Signpost.module.css';

export interface SignpostProps {
  /** The reader whom the link is for, in one sentence. */
  text: string;
  /** Name of the target page. */
  link: string;
  href: string;
}

/** One line at the end of a page, to another part of the site. It waits for the sections above it, or would be seen to move. */
export function Signpost({ text, link, href }: SignpostProps) {
  return (
    <div className={`${stitches.stitched} ${styles.post}`} data-unprinted data-own-size>
      <p className={styles.line}>
        <span>{text}</span> <a href={href}>{link}</a>
      </p>
    </div>
  );
}
