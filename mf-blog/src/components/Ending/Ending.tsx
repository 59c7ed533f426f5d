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
      <LinkButton href={ending.href} variant="secondary">
        {ending.link}
      </LinkButton>
    </section>
  );
}
