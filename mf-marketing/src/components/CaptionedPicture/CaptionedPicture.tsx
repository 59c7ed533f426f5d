import type { Picture as PictureData } from '@wholepage/contracts/picture';
import { Picture } from 'shared-ui/Picture';
import styles from './CaptionedPicture.module.css';

interface CaptionedPictureProps {
  picture: PictureData;
  /** One line below it. */
  caption: string;
}

/** A slide of a gallery: the picture, and what it is. */
export function CaptionedPicture({ picture, caption }: CaptionedPictureProps) {
  return (
    <figure className={styles.figure}>
      <Picture picture={picture} ratio="3/2" />
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}
