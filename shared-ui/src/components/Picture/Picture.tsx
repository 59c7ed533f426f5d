import type { Picture as PictureData } from '@wholepage/contracts/page';
import type { ImgHTMLAttributes } from 'react';
import { fetchPriority } from '../../lib/by-react-version';
import styles from './Picture.module.css';

export interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'width' | 'height' | 'alt'> {
  /** Address, natural size and text, as content gives them. */
  picture: PictureData;
  /** Seen first on its page: loaded at once instead of when it comes near. One per page. `later`: in the first view, but hidden at first. */
  priority?: boolean | 'later';
  /** For a `srcSet` given beside it. */
  sizes?: string;
  /** Drawn for phones: what narrow windows get instead. The same text describes both. */
  narrow?: PictureData | undefined;
  /** Crops to this shape; else the picture keeps its own. */
  ratio?: '1/1' | '4/5' | '4/3' | '3/2' | '16/9';
}

/** The browser's own order is by place: it takes what is hidden in the first view for part of it. */
const urgency = (priority: PictureProps['priority']): 'high' | 'low' | 'auto' => {
  if (priority === 'later') return 'low';
  return priority ? 'high' : 'auto';
};

/** A picture that has its room before it has its bytes. */
export function Picture({ picture, narrow, priority = false, ratio, className, ...rest }: PictureProps) {
  const img = (
    <img
      loading={priority === true ? 'eager' : 'lazy'}
      {...fetchPriority(urgency(priority))}
      decoding="async"
      {...rest}
      className={[styles.picture, className].filter(Boolean).join(' ')}
      data-ratio={ratio}
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
    />
  );
  if (!narrow) return img;
  return (
    <picture className={styles.choice}>
      <source media="(width < 48rem)" srcSet={narrow.src} width={narrow.width} height={narrow.height} />
      {img}
    </picture>
  );
}
