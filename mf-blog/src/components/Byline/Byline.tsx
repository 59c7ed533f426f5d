import type { PostDate } from '../../api/answers';
import styles from './Byline.module.css';

export interface BylineProps {
  author: string;
  /** Left out when the host sent none that can be read. */
  date?: PostDate | undefined;
}

/** Who wrote a post and when, set like the print on a care label. */
export function Byline({ author, date }: BylineProps) {
  return (
    <p className={styles.byline}>
      <span>By {author}</span>
      {date && (
        <time className={styles.date} dateTime={date.iso}>
          {date.label}
        </time>
      )}
    </p>
  );
}
