import type { Picture } from 'contracts/picture';
import { LogoWall } from 'shared-ui/LogoWall';
import { Section, type SectionProps } from 'shared-ui/Section';

interface ClientsProps {
  heading: string;
  text: string;
  logos: Picture[];
  ground: NonNullable<SectionProps['ground']>;
}

/** The wall of client marks. */
export function Clients({ heading, text, logos, ground }: ClientsProps) {
  return (
    <Section layout="plain" ground={ground} heading={heading} lead={text}>
      <LogoWall label={heading} logos={logos} />
    </Section>
  );
}
