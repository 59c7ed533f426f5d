import { Section } from 'shared-ui/Section';
import { Skeleton } from 'shared-ui/Skeleton';

/** Keeps the room of a page whose content is on its way. */
export function Waiting() {
  return (
    <Section layout="plain">
      <Skeleton lines={8} />
    </Section>
  );
}
