import { useRemote } from '@wholepage/remote-kit';
import { GetInTouch, type GetInTouchProps } from 'shared-ui/GetInTouch';
import type { SiteEnvironment } from 'site/remote';

/** The section with the contact form, in a chunk of its own that pages fetch late. */
export function ContactForm(props: Pick<GetInTouchProps, 'heading' | 'text' | 'about'>) {
  const { config, shell } = useRemote<SiteEnvironment>();
  return <GetInTouch form="contact" {...props} config={config} shell={shell} />;
}
