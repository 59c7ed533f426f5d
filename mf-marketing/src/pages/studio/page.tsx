import { Banner } from 'shared-ui/Banner';
import { breadcrumbList } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { Directors } from '../../components/Directors/Directors';
import { SketchToStitch } from '../../components/SketchToStitch/SketchToStitch';
import { studio } from '../../content/studio';
import { AboutStudio } from './AboutStudio/AboutStudio';
import { Inspiration } from './Inspiration/Inspiration';

function Studio() {
  return (
    <>
      <Banner {...studio.banner} variant="mirror" />
      <AboutStudio />
      <SketchToStitch />
      <Inspiration />
      <Directors {...studio.people} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(studio.meta, context, {
      jsonLd: [breadcrumbList({ label: studio.banner.heading, href: context.url.pathname })],
    }),
    data: null,
  }),
  Page: Studio,
});
