import type { ReactNode } from 'react';
import styles from './Notice.module.css';

export interface NoticeProps {
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
