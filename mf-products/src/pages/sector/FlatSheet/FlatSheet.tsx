import { useRemote } from '@wholepage/remote-kit';
import { useId, useRef } from 'react';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Picture } from 'shared-ui/Picture';
import type { SiteEnvironment } from 'site/remote';
import type { Flat, Shared } from '../../../content/records';
import styles from './FlatSheet.module.css';

interface FlatSheetProps {
  flat: Flat;
  /** Who wears it. */
  role: string;
  /** What an enquiry from here is about. */
  about: string;
  words: Shared['flat'];
}

/**
 * The button that turns an outfit over, and the sheet that comes up. The sheet is its technical flat from the back,
 * which names lengths and seams by letter and number. A popover, so that it turns without scripts.
 */
export function FlatSheet({ flat, role, about, words }: FlatSheetProps) {
  const { shell } = useRemote<SiteEnvironment>();
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const titleId = `${id}-title`;
  const ask = () => {
    shell.openEnquiry();
    // Gives the focus back to the tile, where the enquiry's dialog will leave it.
    sheet.current?.hidePopover?.();
  };
  return (
    <>
      <button type="button" className={styles.turn} popoverTarget={id}>
        {words.turn} <span className="visually-hidden">{role}</span>
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={titleId}
        className={styles.sheet}
        data-ground="sheet"
        data-about={about}
      >
        <button type="button" className={styles.back} popoverTarget={id} popoverTargetAction="hide">
          {words.back}
        </button>
        <Picture picture={flat.picture} className={styles.drawing ?? ''} />
        <div className={styles.facts}>
          <h4 id={titleId} className={styles.title}>
            {flat.garment}
          </h4>
          <p className={styles.size}>{flat.size}</p>
          <dl className={styles.lengths} aria-label={words.measures}>
            {flat.measures.map(({ name, value }, index) => (
              <div key={name}>
                <dt>
                  <span className={styles.letter}>{'ABCDE'[index]}</span> {name}
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.size}>{words.seams}</p>
          <ol className={styles.seams} aria-label={words.seams}>
            {flat.seams.map(({ code, text }) => (
              <li key={text}>
                <strong>{code}</strong> {text}
              </li>
            ))}
          </ol>
          <EnquiryButton onOpen={ask}>{words.ask}</EnquiryButton>
        </div>
      </div>
    </>
  );
}
