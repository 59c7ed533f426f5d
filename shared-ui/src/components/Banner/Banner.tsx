import type { Picture as PictureData } from 'contracts/picture';
import type { ReactNode } from 'react';
import { Heading } from '../Heading/Heading';
import { Label } from '../Label/Label';
import { Picture } from '../Picture/Picture';
import styles from './Banner.module.css';
import halves from './halves.module.css';
import pinned from './pinned.module.css';
import tagStyles from './tag.module.css';

export interface BannerProps {
  /** The page's one `h1`. */
  heading: ReactNode;
  /** Woven label above the heading. */
  label?: string;
  /** Name on a large label that hangs over the picture, where the heading is that of a whole range. */
  tag?: string;
  text?: ReactNode;
  picture?: PictureData;
  /** The part of the picture that stays where a narrow frame crops it: its middle, or its right end. */
  focus?: 'middle' | 'end';
  /** Usually an EnquiryButton. */
  action?: ReactNode;
  /** `plain`: sheet pinned beside the words; `tall`: picture across the page, words on a cut-out sheet; `split`: two halves. */
  variant?: 'plain' | 'tall' | 'split';
}

const LAYOUTS = { plain: pinned, tall: halves, split: halves };

/** The opening of a page. */
export function Banner({ heading, label, tag, text, picture, focus, action, variant = 'plain' }: BannerProps) {
  const part = (name: string) => [styles[name], LAYOUTS[variant][name]].filter(Boolean).join(' ');
  return (
    <div className={part('banner')} data-variant={variant} data-ground={variant === 'split' ? 'indigo' : undefined}>
      <div className={part('words')}>
        {label && <Label>{label}</Label>}
        {tag && <p className={`${tagStyles.tag} ${part('tag')}`}>{tag}</p>}
        <Heading level={1} size="display">
          {heading}
        </Heading>
        {text && <div className={styles.text}>{text}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {picture && (
        <div className={part('frame')} data-focus={focus}>
          <Picture picture={picture} priority className={part('picture')} />
        </div>
      )}
    </div>
  );
}
