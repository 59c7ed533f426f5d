import { memo } from 'react';
import { fill } from 'site/company-text';
import { breadcrumbList } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { whenVisible } from '../../components/WhenVisible/WhenVisible';
import { furnishings } from '../../content/furnishings';
import { preloaded } from '../../lib/preloaded';
import { Categories } from './Categories/Categories';
import { Industries } from './Industries/Industries';
import { AboutLine, Crafted, FourSteps, Opening } from './Parts';
import { Promises } from './Promises/Promises';

const Reinvent = whenVisible(() =>
  import(/* webpackChunkName: "furnishings-form" */ './Reinvent').then((module) => module.Reinvent),
);

/** Never renders twice for one address: a part that still awaits its code must not be asked again. */
const Furnishings = memo(function Furnishings() {
  return (
    <div data-theme="furnishings">
      <Opening />
      <AboutLine />
      <Categories />
      <FourSteps />
      <Industries />
      <Promises />
      <Reinvent />
      <Crafted />
    </div>
  );
});

export const page = definePage({
  load: (context) =>
    preloaded(
      {
        head: pageHead(furnishings.meta, context, {
          jsonLd: [
            breadcrumbList({
              label: fill(furnishings.hero.heading, context.config.company),
              href: context.url.pathname,
            }),
          ],
        }),
        data: null,
      },
      Reinvent,
    ),
  Page: () => <Furnishings />,
});
