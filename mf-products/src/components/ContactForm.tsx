import { useRemote } from '@wholepage/remote-kit';
import { GetInTouch, type GetInTouchProps } from 'shared-ui/GetInTouch';
import type { SiteEnvironment } from 'site/remote';

/** The section with the contact form. Pages fetch it late: a file of its own, outside of their chunks. */
export function ContactForm(props: Pick<GetInTouchProps, 'heading' | 'text' | 'about'>) {
  const { config, shell } = useRemote<SiteEnvironment>();
  return <GetInTouch form="contact" {...props} config={config} shell={shell} />;
}
