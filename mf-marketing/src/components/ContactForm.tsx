import { useRemote } from '@wholepage/remote-kit';
import { GetInTouch, type GetInTouchProps } from 'shared-ui/GetInTouch';
import type { SiteEnvironment } from 'site/remote';

/** A section with a contact form. Home and furnishings fetch it late, each in its own chunk: its styles come with the page. */
export function ContactForm(props: Pick<GetInTouchProps, 'form' | 'heading' | 'text'>) {
  const { config, shell } = useRemote<SiteEnvironment>();
  return <GetInTouch {...props} config={config} shell={shell} />;
}
