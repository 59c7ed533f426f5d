import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import type { ReactNode } from 'react';
import { LinkButton } from 'shared-ui/LinkButton';
import styles from './Ending.module.css';
import { endingOf } from './ending-of';

interface EndingProps {
  title: string;
  slug: string;
}

/** The last stitch of a post: the way into what it spoke of. */
export function Ending({ title, slug }: EndingProps) {
  const ending = endingOf(title, slug);
  if (!ending) return null;
  return (
    <section className={styles.ending} aria-label={ending.label}>
      <p className={styles.heading}>{ending.heading}</p>
      <p className={styles.text}>{ending.text}</p>
      <Way href={ending.href}>
        <LinkButton href={ending.href} variant="secondary">
          {ending.link}
        </LinkButton>
      </Way>
    </section>
  );
}

/** The way there: what its own team shows of it, in place of the link or below it. */
function Way({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/product/')) {
    return (
      <div className={styles.way}>
        <RemoteFragment of="mf-products" name="line-card" props={{ path: href }} fallback={children} />
      </div>
    );
  }
  return (
    <>
      {children}
      {href === '/courses' && (
        <div className={styles.way}>
          <RemoteFragment of="mf-courses" name="course-prices" />
        </div>
      )}
    </>
  );
}
