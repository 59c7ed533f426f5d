import { type CardProps, CardTitle } from '../CardTitle/CardTitle';
import { Picture } from '../Picture/Picture';
import styles from './PinnedSheet.module.css';

/** A sheet pinned to the board, never quite straight. For people, roles and stories. */
export function PinnedSheet({ title, text, picture, href, meta, children, headingLevel }: CardProps) {
  return (
    <article className={styles.card} data-ground="sheet" data-link={href ? true : undefined}>
      {picture && <Picture picture={picture} className={styles.picture} />}
      <div className={styles.words}>
        <div className={styles.title}>
          <CardTitle title={title} href={href} level={headingLevel} />
        </div>
        {meta && <p className={styles.meta}>{meta}</p>}
        {text && <div className={styles.text}>{text}</div>}
        {children}
      </div>
    </article>
  );
}
