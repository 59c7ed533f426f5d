import { type CardProps, CardTitle } from '../CardTitle/CardTitle';
import { Picture } from '../Picture/Picture';
import styles from './CareLabel.module.css';

/** A satin care label, folded and sewn in at the top. For specifications and services. */
export function CareLabel({ title, text, picture, href, meta, children, headingLevel }: CardProps) {
  return (
    <article className={styles.card} data-link={href ? true : undefined}>
      <div className={styles.label} data-ground="sheet">
        {meta && <p className={styles.meta}>{meta}</p>}
        <div className={styles.title}>
          <CardTitle title={title} href={href} level={headingLevel} />
        </div>
        {picture && <Picture picture={picture} ratio="4/3" className={styles.picture} />}
        {text && <div className={styles.text}>{text}</div>}
        {children}
      </div>
    </article>
  );
}
