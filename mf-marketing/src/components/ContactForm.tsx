import { useRemote } from 'remote-kit';
import { GetInTouch } from 'shared-ui/GetInTouch';

interface ContactFormProps {
  heading: string;
  /** Why one would write. */
  text: string;
}

/** The section with the contact form. */
export function ContactForm(props: ContactFormProps) {
  const { config, shell } = useRemote();
  return <GetInTouch form="contact" {...props} config={config} shell={shell} />;
}
