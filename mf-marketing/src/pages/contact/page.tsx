import { breadcrumbList } from 'contracts/json-ld';
import { pageHead } from 'contracts/page-head';
import { definePage } from 'remote-kit';
import { Banner } from 'shared-ui/Banner';
import { contact } from '../../content/contact';
import { Details } from './Details/Details';
import { Practical } from './Practical/Practical';

function Contact() {
  return (
    <>
      <Banner {...contact.banner} variant="plain" />
      <Details />
      <Practical {...contact.practical} />
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
