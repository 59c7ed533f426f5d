import { type CardProps, CardTitle } from '../CardTitle/CardTitle';
import { Picture } from '../Picture/Picture';
import styles from './TapeCard.module.css';

/** Words under a length of measuring tape. For numbers, days and promises. */
export function TapeCard({ title, text, picture, href, meta, children, headingLevel }: CardProps) {
  return (
    <article className={styles.card} data-link={href ? true : undefined}>
      <div className={styles.tape}>{meta && <p className={styles.meta}>{meta}</p>}</div>
      {picture && <Picture picture={picture} ratio="3/2" className={styles.picture} />}
      <div className={styles.words}>
        <div className={styles.title}>
          <CardTitle title={title} href={href} level={headingLevel} />
        </div>
        {text && <div className={styles.text}>{text}</div>}
        {children}
      </div>
    </article>
  );
}
