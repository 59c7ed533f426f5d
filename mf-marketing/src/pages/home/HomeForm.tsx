import { useRemote } from 'remote-kit';
import { GetInTouch } from 'shared-ui/GetInTouch';
import { home } from '../../content/home';

/** The home contact form. */
export function HomeForm() {
  const { config, shell } = useRemote();
  return <GetInTouch form="home" {...home.getInTouch} config={config} shell={shell} />;
}
