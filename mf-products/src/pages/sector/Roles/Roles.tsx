import { Section } from 'shared-ui/Section';
import { Tiles } from '../../../components/Tiles/Tiles';
import type { SectorRecord } from '../../../content/records';
import type { Look } from '../looks';

interface RolesProps {
  industries: SectorRecord['content']['industries'];
  look: Look['roles'];
}

/** One outfit for every role of the sector. */
export function Roles({ industries, look }: RolesProps) {
  const { tiles: layout, ...section } = look;
  const tiles = industries.images.map(({ title, text, image }) => ({ title, text, picture: image }));
  return (
    <Section {...section} heading={industries.heading} lead={industries.text}>
      <Tiles subject="outfits" layout={layout} tiles={tiles} label={industries.heading} headingLevel={3} />
    </Section>
  );
}
