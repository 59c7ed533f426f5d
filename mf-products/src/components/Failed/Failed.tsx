import { Button } from 'shared-ui/Button';
import { Section } from 'shared-ui/Section';

interface FailedProps {
  /** Asks for the page's content again. */
  retry(): void;
}

/** The content of the page could not be fetched. */
export function Failed({ retry }: FailedProps) {
  return (
    <Section layout="plain" heading="This page did not arrive">
      <p role="alert">The connection dropped while we fetched it. Nothing is lost.</p>
      <Button onClick={retry}>Try again</Button>
    </Section>
  );
}
