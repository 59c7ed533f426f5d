import { useRemote } from '@wholepage/remote-kit';
import { GetInTouch } from 'shared-ui/GetInTouch';
import type { SiteEnvironment } from 'site/remote';
import { home } from '../../content/home';

/** The home contact form. */
export function HomeForm() {
  const { config, shell } = useRemote<SiteEnvironment>();
  return <GetInTouch form="home" {...home.getInTouch} config={config} shell={shell} />;
}
