import type { Picture as PictureData } from '@wholepage/contracts/picture';
import { Fragment, type ReactNode } from 'react';
import styles from './CardTitle.module.css';

/** What every form of card takes. */
export interface CardProps {
  title: string;
  text?: ReactNode;
  picture?: PictureData;
  /** Makes the whole card a link. */
  href?: string;
  /** A detail in mono: a number, a size, a date. */
  meta?: string;
  /** More below the text. */
  children?: ReactNode;
  /** Rank of the title in the page's outline. */
  headingLevel?: 2 | 3 | 4;
}

/** "Parade/ceremonial" may break after the stroke, which browsers do not do between letters by themselves. */
const breakable = (title: string) =>
  title.split('/').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

/** The title of a card. As a link it reaches over the whole card, which must be positioned. */
export function CardTitle({
  title,
  href,
  level = 3,
}: {
  title: string;
  href?: string | undefined;
  level?: 2 | 3 | 4 | undefined;
}) {
  const Tag = `h${level}` as const;
  const words = breakable(title);
  return (
    <Tag className={styles.title}>
      {href ? (
        <a className={styles.link} href={href}>
          {words}
        </a>
      ) : (
        words
      )}
    </Tag>
  );
}
