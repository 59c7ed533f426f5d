import type { Picture as PictureData } from '@wholepage/contracts/page';
import type { ImgHTMLAttributes } from 'react';
import { fetchPriority } from '../../lib/by-react-version';
import styles from './Picture.module.css';

export interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'width' | 'height' | 'alt'> {
  /** Address, natural size and alternative text. */
  picture: PictureData;
  /** True, once per page: the first picture, loaded at once. `later`: hidden at first in the first viewport. Default: lazy. */
  priority?: boolean | 'later';
  /** Goes with `srcSet`. */
  sizes?: string;
  /** Picture for viewports below 48rem, drawn for phones. The alternative text of `picture` describes both. */
  narrow?: PictureData | undefined;
  /** Crops to this shape; else the picture keeps its own. */
  ratio?: '1/1' | '4/5' | '4/3' | '3/2' | '16/9';
}

/** Returns the fetch priority. Browsers rank pictures by position, and take hidden ones in the first viewport for visible. */
const urgency = (priority: PictureProps['priority']): 'high' | 'low' | 'auto' => {
  if (priority === 'later') return 'low';
  return priority ? 'high' : 'auto';
};

/** A picture whose space is reserved before its bytes arrive. */
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
