import { Banner } from 'shared-ui/Banner';
import { breadcrumbList } from 'site/json-ld';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { ContactForm } from '../../components/ContactForm';
import { projects } from '../../content/projects';
import { ProjectGrid } from './ProjectGrid/ProjectGrid';

function Projects() {
  return (
    <>
      <Banner {...projects.banner} variant="split" />
      <ProjectGrid />
      <ContactForm {...projects.getInTouch} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({
    head: pageHead(projects.meta, context, {
      jsonLd: [breadcrumbList({ label: projects.banner.heading, href: context.url.pathname })],
    }),
    data: null,
  }),
  Page: Projects,
});
