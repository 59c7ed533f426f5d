import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Picture } from '../Picture/Picture';
import styles from './TestimonialCard.module.css';

export interface TestimonialCardProps {
  /** Embroidered badge, square. */
  picture: PictureData;
  text: string;
  name: string;
  /** Position, and where. */
  role?: string;
  /** A stand-in until the owner has real words; marked in the HTML. */
  sample?: boolean;
}

/** What a client says, with the badge of who says it. */
export function TestimonialCard({ picture, text, name, role, sample }: TestimonialCardProps) {
  return (
    <figure className={styles.card} data-ground="sheet" data-sample={sample || undefined}>
      <blockquote className={styles.quote}>
        <p>{text}</p>
      </blockquote>
      <figcaption className={styles.who}>
        <Picture picture={picture} className={styles.badge} />
        <span>
          <span className={styles.name}>{name}</span>
          {role && <span className={styles.role}>{role}</span>}
        </span>
      </figcaption>
    </figure>
  );
}
