import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Picture } from '../Picture/Picture';
import styles from './TestimonialCard.module.css';

export interface TestimonialCardProps {
  /** Embroidered badge, a square picture. */
  picture: PictureData;
  text: string;
  name: string;
  /** Position and employer. */
  role?: string;
  /** True for a placeholder until the owner has a real quote; the HTML marks it. */
  sample?: boolean;
}

/** A client's quote, with the client's badge. */
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
