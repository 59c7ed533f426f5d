import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Carousel } from 'shared-ui/Carousel';
import { Picture } from 'shared-ui/Picture';
import styles from './Gallery.module.css';

interface GalleryProps {
  label: string;
  /** Each with one line below it. */
  slides: readonly { picture: PictureData; caption: string }[];
}

/** Pictures side by side, each with what it is. */
export function Gallery({ label, slides }: GalleryProps) {
  return (
    <Carousel
      label={label}
      slides={slides.map(({ picture, caption }) => (
        <figure key={caption}>
          <Picture picture={picture} ratio="3/2" />
          <figcaption className={styles.caption}>{caption}</figcaption>
        </figure>
      ))}
      names={slides.map(({ caption }) => caption)}
      variant="gallery"
    />
  );
}
