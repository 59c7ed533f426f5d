import { Banner } from 'shared-ui/Banner';
import { Picture } from 'shared-ui/Picture';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { ContactForm } from '../../components/ContactForm';
import raw from '../../content/projects.content.json';
import type { Content } from '../../content/schema';
import styles from './projects.module.css';

/** The build checks the record by `schema.ts`. */
const projects = raw as Content['projects'];

function Projects() {
  return (
    <>
      <Banner {...projects.banner} variant="split" />
      <ProjectGrid />
      <ContactForm form="contact" {...projects.getInTouch} />
    </>
  );
}

export const page = definePage({
  load: (context) => ({ head: pageHead(projects.meta, context, { label: projects.banner.heading }), data: null }),
  Page: Projects,
});

/** Six projects as pictures without text, of unequal size. Each links to the sector that it was made for. */
function ProjectGrid() {
  const { heading, pictures } = projects.grid;
  return (
    <section aria-label={heading} className={styles.table}>
      <ul className={styles.grid}>
        {pictures.map(({ picture, href }) => (
          <li key={picture.src} className={styles.sheet}>
            <a href={href} className={styles.link}>
              <Picture picture={picture} ratio="3/2" className={styles.picture} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
