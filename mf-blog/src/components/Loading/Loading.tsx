import { useEffect, useRef } from 'react';
import { blog } from '../../content/blog';
import styles from './Loading.module.css';

/** "Loading…", brought into view: whoever turned a page at its foot sees that something is under way. */
export function Loading() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { current } = text;
    if (!current) return;
    // To scroll, or to ask for the place, would lay the page out before its first paint; this is reported after it.
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      // Where it lies below, whoever just came reads the top of the page.
      if (entry && !entry.isIntersecting && entry.boundingClientRect.top < 0)
        current.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={text} className={styles.loading} role="status">
      {blog.states.loading}
    </p>
  );
}
