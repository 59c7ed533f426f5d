import type { Picture } from '@wholepage/contracts/picture';
import { LogoWall } from 'shared-ui/LogoWall';
import { Section } from 'shared-ui/Section';
import type { Look } from '../looks';

interface ClientsProps {
  heading: string;
  text: string;
  logos: Picture[];
  look: Look['brands'];
}

/** The wall of client marks. */
export function Clients({ heading, text, logos, look }: ClientsProps) {
  return (
    <Section {...look} heading={heading} lead={text}>
      <LogoWall label={heading} logos={logos} narrow={look.layout === 'aside'} />
    </Section>
  );
}
