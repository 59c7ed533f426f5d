import { type CardProps, CardTitle } from '../CardTitle/CardTitle';
import { Picture } from '../Picture/Picture';
import styles from './SwatchCard.module.css';

/** A swatch cut with pinking shears, its ticket below. For fabrics and what is made of them. */
export function SwatchCard({ title, text, picture, href, meta, children, headingLevel }: CardProps) {
  return (
    <article className={styles.card} data-link={href ? true : undefined}>
      {picture && (
        <div className={styles.cloth}>
          <Picture picture={picture} ratio="4/3" />
        </div>
      )}
      <div className={styles.ticket}>
        {meta && <p className={styles.meta}>{meta}</p>}
        <CardTitle title={title} href={href} level={headingLevel} />
        {text && <div className={styles.text}>{text}</div>}
        {children}
      </div>
    </article>
  );
}
