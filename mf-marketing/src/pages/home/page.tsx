import { memo } from 'react';
import { Signpost } from 'shared-ui/Signpost';
import { organization } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { ClothStrip } from '../../components/ClothStrip/ClothStrip';
import { SketchToStitch } from '../../components/SketchToStitch/SketchToStitch';
import { whenVisible } from '../../components/WhenVisible/WhenVisible';
import { home } from '../../content/home';
import { preloaded } from '../../lib/preloaded';
import { Brands } from './Brands/Brands';
import { Footprint } from './Footprint/Footprint';
import { Hero } from './Hero/Hero';
import { Industries } from './Industries/Industries';
import { Promo } from './Promo/Promo';
import { Testimonials } from './Testimonials/Testimonials';
import { Work } from './Work/Work';

const HomeForm = whenVisible(() =>
  import(/* webpackChunkName: "home-form" */ './HomeForm').then((module) => module.HomeForm),
);

/** Never renders twice for one address: a part that still awaits its code must not be asked again. */
const Home = memo(function Home() {
  return (
    <>
      <Hero />
      <Brands />
      <Industries />
      <Promo />
      <ClothStrip picture={home.rest} />
      <Work />
      <HomeForm />
      <SketchToStitch />
      <Footprint />
      <Testimonials />
      <Signpost {...home.signpost} />
    </>
  );
});

export const page = definePage({
  load: (context) =>
    preloaded(
      { head: pageHead(home.meta, context, { jsonLd: [organization(context.config.company)] }), data: null },
      HomeForm,
    ),
  Page: () => <Home />,
});
