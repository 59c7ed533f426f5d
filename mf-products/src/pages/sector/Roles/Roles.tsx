import { useRemote } from '@wholepage/remote-kit';
import { type PointerEvent, useId, useRef } from 'react';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import type { SiteEnvironment } from 'site/remote';
import { Tiles } from '../../../components/Tiles/Tiles';
import type { Flat, SectorRecord, Shared } from '../../../content/records';
import type { Look } from '../looks';
import styles from './Roles.module.css';

interface RolesProps {
  content: SectorRecord['content'];
  /** Subject of the page; the subject of an enquiry about a role begins with it. */
  about: string;
  look: Look['roles'];
}

/** Resolves when a finger is lifted, or when the browser takes its touch over to scroll. */
const liftedOf = (type: 'pointerup' | 'pointercancel') =>
  new Promise<globalThis.PointerEvent>((resolve) => window.addEventListener(type, resolve, { once: true }));

/** Loads the swipe's chunk on the first touch, which may end before it arrives. Without it the buttons turn outfits over. */
const swipe = ({ clientX, clientY, target }: PointerEvent): void => {
  if (!(target instanceof Element)) return;
  const press = { x: clientX, y: clientY, on: target };
  const lifted = Promise.race([liftedOf('pointerup'), liftedOf('pointercancel')]);
  Promise.all([import('./turn-by-swipe'), lifted])
    .then(([{ turnBySwipe }, lift]) => turnBySwipe(press, lift))
    .catch(() => {});
};

/** One outfit for every role of the sector, each with its technical flat on the back. */
export function Roles({ content: { industries, flats, shared }, about, look }: RolesProps) {
  const { tiles: layout, ...section } = look;
  const tiles = industries.images.map(({ title, text, image }, index) => {
    const flat = flats[index];
    return {
      id: roleAddress(title),
      title,
      text,
      picture: image,
      more: flat && <FlatSheet flat={flat} role={title} about={`${about}: ${title}`} words={shared.flat} />,
    };
  });
  return (
    <Section {...section} heading={industries.heading} lead={industries.text}>
      <Tiles
        subject="outfits"
        onTouch={swipe}
        layout={layout}
        tiles={tiles}
        label={industries.heading}
        headingLevel={3}
      />
    </Section>
  );
}

/** The address of a role on its sector's page, in the singular: "Boat crews" is at `#boat-crew`. */
export const roleAddress = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/([a-z]{3}[^s])s$/, '$1');

interface FlatSheetProps {
  flat: Flat;
  /** The role that wears the outfit. */
  role: string;
  /** Subject of an enquiry from this sheet. */
  about: string;
  words: Shared['flat'];
}

/**
 * A button that turns an outfit over, and the sheet that it opens: the technical flat of the back, which names lengths
 * by letter and seams by number. The sheet is a popover, so that it opens without scripts.
 */
function FlatSheet({ flat, role, about, words }: FlatSheetProps) {
  const { shell } = useRemote<SiteEnvironment>();
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const titleId = `${id}-title`;
  const ask = () => {
    shell.openEnquiry();
    // Closing the sheet returns the focus to the tile, and the enquiry's dialog will return it there as well.
    sheet.current?.hidePopover?.();
  };
  return (
    <>
      <button type="button" className={styles.turn} data-unprinted popoverTarget={id}>
        {words.turn} <span className="visually-hidden">{role}</span>
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={titleId}
        className={styles.sheet}
        data-unprinted
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
