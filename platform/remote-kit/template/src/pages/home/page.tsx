import { pageHead } from 'contracts/page-head';
import { definePage } from 'remote-kit';
import { Banner } from 'shared-ui/Banner';
import { LinkButton } from 'shared-ui/LinkButton';
import { home } from '../../content/home';

function Home() {
  const { heading, text, link } = home;
  return <Banner heading={heading} text={<p>{text}</p>} action={<LinkButton href="/contact">{link}</LinkButton>} />;
}

export const page = definePage({
  load: (context) => ({ head: pageHead(home.meta, context), data: null }),
  Page: Home,
});
