import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Carousel } from 'shared-ui/Carousel';
import { Picture } from 'shared-ui/Picture';
import styles from './Gallery.module.css';

interface GalleryProps {
  label: string;
  /** Pictures with one line below each. */
  slides: readonly { picture: PictureData; caption: string }[];
}

/** A carousel of pictures with captions. */
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
