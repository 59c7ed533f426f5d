import { useEffect, useRef } from 'react';
import { blog } from '../../content/blog';
import styles from './Loading.module.css';

/** "Loading…", brought into view: whoever turned a page at its foot sees that something is under way. */
export function Loading() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Newer browsers return a promise from this, which an effect must not pass on.
    text.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p ref={text} className={styles.loading} role="status">
      {blog.states.loading}
    </p>
  );
}
