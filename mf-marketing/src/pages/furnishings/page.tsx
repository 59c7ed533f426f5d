import { definePage } from 'contracts/react';
import { ContactForm } from '../../components/ContactForm';
import { furnishings } from '../../content/furnishings';
import { fill } from '../../lib/fill';
import { pageHead, trail } from '../../lib/head';
import { Categories } from './Categories/Categories';
import { Industries } from './Industries/Industries';
import { AboutLine, Crafted, FourSteps, Opening } from './Parts';
import { Promises } from './Promises/Promises';

function Furnishings() {
  return (
    <div data-theme="furnishings">
      <Opening />
      <AboutLine />
      <Categories />
      <FourSteps />
      <Industries />
      <Promises />
      <ContactForm {...furnishings.reinvent} />
      <Crafted />
    </div>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(furnishings.meta, context, {
      jsonLd: [trail(fill(furnishings.hero.heading, context.config.company), context.url.pathname)],
    }),
    data: null,
  }),
  Page: Furnishings,
});
