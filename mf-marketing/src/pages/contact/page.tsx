import { definePage } from 'contracts/react';
import { Banner } from 'shared-ui/Banner';
import { contact } from '../../content/contact';
import { pageHead, trail } from '../../lib/head';
import { Details } from './Details/Details';

function Contact() {
  return (
    <>
      <Banner {...contact.banner} variant="plain" />
      <Details />
    </>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(contact.meta, context, { jsonLd: [trail(contact.banner.heading, context.url.pathname)] }),
    data: null,
  }),
  Page: Contact,
});
