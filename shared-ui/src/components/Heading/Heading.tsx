import type { HTMLAttributes } from 'react';
import styles from './Heading.module.css';

export interface HeadingProps extends HTMLAttributes<HTMLHeadingElement> {
  /** Rank in the page's outline: 1 once per page. */
  level: 1 | 2 | 3 | 4;
  /** Visual size; default: that of the level. */
  size?: 'display' | 'title' | 'section' | 'sub';
}

const SIZE_OF_LEVEL = { 1: 'display', 2: 'title', 3: 'section', 4: 'sub' } as const;

/** A heading in the display face. Its rank and size are independent. */
export function Heading({ level, size = SIZE_OF_LEVEL[level], ...rest }: HeadingProps) {
  const Tag = `h${level}` as const;
  return <Tag {...rest} className={styles.heading} data-size={size} />;
}
