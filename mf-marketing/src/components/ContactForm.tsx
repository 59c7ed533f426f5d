import { useRemote } from '@wholepage/remote-kit';
import { GetInTouch } from 'shared-ui/GetInTouch';
import type { SiteEnvironment } from 'site/remote';

interface ContactFormProps {
  heading: string;
  /** Why one would write. */
  text: string;
}

/** The section with the contact form. */
export function ContactForm(props: ContactFormProps) {
  const { config, shell } = useRemote<SiteEnvironment>();
  return <GetInTouch form="contact" {...props} config={config} shell={shell} />;
}
