import type { PointerEvent } from 'react';
import { Section } from 'shared-ui/Section';
import { Tiles } from '../../../components/Tiles/Tiles';
import type { SectorRecord } from '../../../content/records';
import { roleAddress } from '../../../content/role-address';
import { FlatSheet } from '../FlatSheet/FlatSheet';
import type { Look } from '../looks';

interface RolesProps {
  content: SectorRecord['content'];
  /** The page's own subject, which an enquiry about a role begins with. */
  about: string;
  look: Look['roles'];
}

/** Where a finger is lifted, or that the browser scrolls by it. */
const liftedOf = (type: 'pointerup' | 'pointercancel') =>
  new Promise<globalThis.PointerEvent>((resolve) => window.addEventListener(type, resolve, { once: true }));

/** Its code comes with the first finger, which may be quicker; without it the buttons turn the garments over. */
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
