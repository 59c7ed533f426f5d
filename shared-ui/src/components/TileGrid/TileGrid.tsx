import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Fragment, type ReactNode } from 'react';
import { Picture } from '../Picture/Picture';
import ledger from './ledger.module.css';
import lookbook from './lookbook.module.css';
import pinboard from './pinboard.module.css';
import quilt from './quilt.module.css';
import rail from './rail.module.css';
import staggered from './staggered.module.css';
import swatches from './swatches.module.css';
import shared from './TileGrid.module.css';

export interface Tile {
  /** Its fragment identifier on the page: `#chef`. */
  id?: string;
  title: string;
  text?: string;
  picture: PictureData;
  /** Makes the whole tile a link. */
  href?: string;
  /** The tile's own control, below the text. */
  more?: ReactNode;
}

export interface TileGridProps {
  /** Arrangement of the tiles; each works for 4 to 9 of them. */
  layout: 'pinboard' | 'lookbook' | 'swatches' | 'ledger' | 'rail' | 'staggered' | 'quilt';
  tiles: Tile[];
  /** Name of the list, where no heading names it. */
  label?: string;
  /** Rank of the titles in the page's outline. */
  headingLevel?: 3 | 4;
}

const NUMBERED: ReadonlySet<TileGridProps['layout']> = new Set(['ledger', 'lookbook', 'pinboard']);
const LAYOUTS = { ledger, lookbook, pinboard, quilt, rail, staggered, swatches };

/** Pictures with titles, in one of seven arrangements, each with a stylesheet of its own. */
export function TileGrid({ layout, tiles, label, headingLevel = 3 }: TileGridProps) {
  const styles = LAYOUTS[layout];
  const part = (name: string) => [shared[name], styles[name]].filter(Boolean).join(' ');
  return (
    <ul className={part('grid')} aria-label={label} data-layout={layout} data-count={tiles.length}>
      {tiles.map((tile, index) => (
        <li key={tile.title} id={tile.id} className={part('tile')}>
          <div className={styles.frame} data-own-size={layout === 'quilt' || undefined}>
            <Picture picture={tile.picture} className={styles.picture} />
          </div>
          <div className={styles.words}>
            {NUMBERED.has(layout) && (
              <span className={part('number')} aria-hidden="true">
                {String(index + 1).padStart(2, '0')}
              </span>
            )}
            <div className={part('title')}>
              <Title {...tile} level={headingLevel} />
            </div>
            {tile.text && <p className={part('text')}>{tile.text}</p>}
            {tile.more}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The title of a tile. As a link it covers the whole tile. */
function Title({ title, href, level }: Tile & { level: 3 | 4 }) {
  const Tag = `h${level}` as const;
  const words = breakable(title);
  return (
    <Tag className={shared.heading}>
      {href ? (
        <a className={shared.link} href={href}>
          {words}
        </a>
      ) : (
        words
      )}
    </Tag>
  );
}

/** Permits a line break after the slash of "Parade/ceremonial": browsers do not break there between letters. */
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
