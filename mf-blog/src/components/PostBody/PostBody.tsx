import { memo, useMemo } from 'react';
import matter from './matter.module.css';
import styles from './PostBody.module.css';

export interface PostBodyProps {
  /** Safe HTML from `sanitisePost`, handed on untouched: under Trusted Types it may be a `TrustedHTML`. */
  html: string;
}

/**
 * The body of a post. React leaves the server's HTML as it finds it on hydration, so nothing is parsed or made safe
 * twice. The object must stay the same one, or React would compare and write it again.
 */
export const PostBody = memo(function PostBody({ html }: PostBodyProps) {
  const inner = useMemo(() => ({ __html: html }), [html]);
  // Safe by `sanitisePost`, in the browser under the Trusted Types policy `blog-html`.
  return <div className={`${styles.body} ${matter.matter}`} suppressHydrationWarning dangerouslySetInnerHTML={inner} />;
});
