import { Signpost } from 'shared-ui/Signpost';
import { breadcrumbList } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { contact } from '../../content/contact';
import { Details } from './Details/Details';
import { Practical } from './Practical/Practical';

function Contact() {
  return (
    <>
      <Details />
      <Practical {...contact.practical} />
      <Signpost {...contact.signpost} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(contact.meta, context, {
      jsonLd: [breadcrumbList({ label: contact.banner.heading, href: context.url.pathname })],
    }),
    data: null,
  }),
  Page: Contact,
});
