import type { ReactNode } from 'react';
import { Button } from 'shared-ui/Button';
import { blog } from '../../content/blog';
import styles from './Notice.module.css';

interface NoticeProps {
  /** `error` is said in red; `plain` is nobody's fault. */
  tone: 'error' | 'plain';
  /** 1 where the words are the page's heading. */
  level?: 1 | 2;
  heading: string;
  text?: string | undefined;
  /** A way on. */
  children?: ReactNode;
}

/** A paper slip pinned where the posts would have been. */
export function Notice({ tone, level = 2, heading, text, children }: NoticeProps) {
  const Tag = `h${level}` as const;
  return (
    <div className={styles.notice} data-tone={tone} data-ground="sheet" role={tone === 'error' ? 'alert' : undefined}>
      <Tag className={styles.heading}>{heading}</Tag>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  );
}

interface RetryProps {
  /** The page's own address, asked for again when there are no scripts. */
  url: URL;
  onRetry(): void;
}

/** "Try again": loads the data again, or the whole page where no scripts run. */
export function Retry({ url, onRetry }: RetryProps) {
  return (
    <form
      action={url.pathname}
      onSubmit={(event) => {
        event.preventDefault();
        onRetry();
      }}
    >
      {Array.from(url.searchParams, ([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{blog.states.tryAgain}</Button>
    </form>
  );
}
