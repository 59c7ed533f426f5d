import type { Picture as PictureData } from '@wholepage/contracts/page';
import type { ReactNode } from 'react';
import grid from '../../styles/page-grid.module.css';
import { Heading } from '../Heading/Heading';
import { Label } from '../Label/Label';
import { Picture } from '../Picture/Picture';
import styles from './Banner.module.css';
import halves from './halves.module.css';
import pinned from './pinned.module.css';

export interface BannerProps {
  /** The page's one `h1`. */
  heading: ReactNode;
  /** Woven label above the heading. */
  label?: string;
  /** The page's subject, set large, where the heading names a whole range; the heading stands above it. */
  name?: string;
  text?: ReactNode;
  picture?: PictureData;
  /** Part of the picture that a narrow frame keeps: its middle or its right end. */
  focus?: 'middle' | 'end';
  /** Usually an EnquiryButton. */
  action?: ReactNode;
  /** `plain`: sheet pinned beside the words; `tall`: notched picture; `split`: halves on indigo; `mirror`: picture at left. */
  variant?: 'plain' | 'tall' | 'split' | 'mirror';
}

const LAYOUTS = { plain: pinned, tall: halves, split: halves, mirror: halves };

/** The opening of a page. */
export function Banner({ heading, label, name, text, picture, focus, action, variant = 'plain' }: BannerProps) {
  const part = (name: string) => [styles[name], LAYOUTS[variant][name]].filter(Boolean).join(' ');
  return (
    <div
      className={`${grid.columns} ${part('banner')}`}
      data-variant={variant}
      data-ground={variant === 'split' ? 'indigo' : undefined}
    >
      <div className={part('words')}>
        {label && <Label>{label}</Label>}
        <Heading level={1} size={name ? 'sub' : 'display'}>
          {heading}
        </Heading>
        {name && <p className={part('name')}>{name}</p>}
        {text && <div className={styles.text}>{text}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {picture && (
        <div className={part('frame')} data-unprinted data-focus={focus}>
          <Picture picture={picture} priority className={part('picture')} />
        </div>
      )}
    </div>
  );
}
