import { Picture } from './Picture';
import styles from './TractorCard.module.css';

export interface TractorCardProps {
  href: string;
  /** The variant that is pictured. */
  sku: string;
  name: string;
  /** A line below the name. */
  note?: string;
  /** Whether the picture is seen at once. */
  isFirst?: boolean;
}

/** A machine in a list: all of it leads to its page. */
export function TractorCard({ href, sku, name, note, isFirst = false }: TractorCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.turntable}>
        <Picture
          of={sku}
          className={styles.picture}
          alt=""
          width={400}
          height={300}
          loading={isFirst ? 'eager' : 'lazy'}
        />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <a className={styles.link} href={href}>
            {name}
          </a>
        </h3>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </article>
  );
}
