import { breadcrumbList, organization } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { ClothStrip } from '../../components/ClothStrip/ClothStrip';
import { Directors } from '../../components/Directors/Directors';
import { about } from '../../content/about';
import { Brand, Courses, FurnishingsLine, Group } from './Chapters';
import { Founder } from './Founder/Founder';
import { Legacy } from './Legacy/Legacy';
import { SupplyChain } from './SupplyChain/SupplyChain';

function About() {
  return (
    <>
      <Legacy />
      <Founder />
      <Group />
      <Brand />
      <FurnishingsLine />
      <ClothStrip picture={about.rest} />
      <Directors {...about.directors} />
      <SupplyChain />
      <Courses />
    </>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(about.meta, context, {
      jsonLd: [
        organization(context.config.company),
        breadcrumbList({ label: about.legacy.label, href: context.url.pathname }),
      ],
    }),
    data: null,
  }),
  Page: About,
});
