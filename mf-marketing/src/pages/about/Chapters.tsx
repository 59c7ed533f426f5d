import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { LinkButton } from 'shared-ui/LinkButton';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { StatRow } from 'shared-ui/StatRow';
import { useFill } from 'site/remote';
import { Paragraphs } from '../../components/Paragraphs/Paragraphs';
import { about } from '../../content/about';
import styles from './Chapters.module.css';

/** The parent group. */
export function Group() {
  const fill = useFill();
  const { label, heading, paragraphs, picture } = about.group;
  return (
    <Section
      layout="split-reverse"
      label={label}
      heading={fill(heading)}
      media={<Picture picture={picture} ratio="1/1" className={styles.loom} />}
    >
      <Paragraphs texts={paragraphs} />
    </Section>
  );
}

/** What the name stands for, and its numbers. */
export function Brand() {
  const fill = useFill();
  const { label, heading, paragraphs, picture, stats } = about.brand;
  return (
    <Section layout="plain" ground="cloth" label={label} heading={fill(heading)} stitch="top">
      <div className={styles.brand}>
        <Picture picture={picture} ratio="3/2" className={styles.board} />
        <div className={styles.chapter}>
          <Paragraphs texts={paragraphs} />
          <StatRow stats={stats} />
        </div>
      </div>
    </Section>
  );
}

/** The way to the courses, for whoever reads as a person and not as a buyer. */
export function Courses() {
  const { label, heading, paragraphs, picture, link } = about.courses;
  return (
    <Section
      layout="split"
      ground="paper"
      stitch="top"
      label={label}
      heading={heading}
      media={<Picture picture={picture} ratio="4/3" />}
    >
      <div className={styles.chapter}>
        <Paragraphs texts={paragraphs} />
        <RemoteFragment of="mf-courses" name="course-prices" />
        <div>
          <LinkButton href="/courses">{link}</LinkButton>
        </div>
      </div>
    </Section>
  );
}

/** The furnishings line, in its own cloth. */
export function FurnishingsLine() {
  const fill = useFill();
  const { label, heading, paragraphs, picture, link } = about.furnishings;
  return (
    <div data-theme="furnishings">
      <Section
        layout="bleed"
        ground="linen"
        label={label}
        heading={fill(heading)}
        media={<Picture picture={picture} className={styles.room} />}
      >
        <div className={styles.chapter}>
          <Paragraphs texts={paragraphs} />
          <div>
            <LinkButton href="/ambience-and-harmony" variant="secondary">
              {fill(link)}
            </LinkButton>
          </div>
        </div>
      </Section>
    </div>
  );
}
