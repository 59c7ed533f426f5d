import { useRemote } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { Heading } from 'shared-ui/Heading';
import { Label } from 'shared-ui/Label';
import { LinkButton } from 'shared-ui/LinkButton';
import { Paragraphs } from 'shared-ui/Paragraphs';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { StatRow } from 'shared-ui/StatRow';
import { pageHead } from 'site/page-head';
import { definePage, type SiteEnvironment, useFill } from 'site/remote';
import { ClothStrip } from '../../components/ClothStrip/ClothStrip';
import { Directors } from '../../components/Directors/Directors';
import raw from '../../content/about.content.json';
import type { Content } from '../../content/schema';
import { organization } from '../../lib/organization';
import styles from './about.module.css';

/** The build checks the record by `schema.ts`. */
const about = raw as Content['about'];

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
      jsonLd: [organization(context.config.company)],
      label: about.legacy.label,
    }),
    data: null,
  }),
  Page: About,
});

/** The company's history in magazine style, with the years along a thread. */
function Legacy() {
  const fill = useFill();
  const { since } = useRemote<SiteEnvironment>().config.company;
  const { label, heading, lead, paragraphs, picture, years } = about.legacy;
  return (
    <section className={styles.legacy} aria-labelledby="legacy">
      <div className={styles.opening}>
        <Label>{label}</Label>
        <Heading level={1} size="display" id="legacy">
          {heading}
        </Heading>
      </div>
      <p className={styles.numeral} aria-hidden="true">
        {since}
      </p>
      <Picture picture={picture} priority className={styles.picture} />
      <p className={styles.lead}>{fill(lead)}</p>
      <div className={styles.story}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{fill(paragraph)}</p>
        ))}
      </div>
      <dl className={styles.years}>
        {years.map(({ year, text }) => (
          <div key={year} className={styles.year}>
            <dt>{fill(year)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The founder: an embroidered monogram, the story, and the founder's principle. */
function Founder() {
  const { label, heading, paragraphs, principle, picture } = about.founder;
  return (
    <section className={styles.founder} data-ground="ink" aria-labelledby="founder">
      <div className={styles.inner}>
        <Picture picture={picture} className={styles.badge} />
        <div className={styles.words}>
          <Label>{label}</Label>
          <Heading level={2} size="section" id="founder">
            {heading}
          </Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={styles.founderText}>
              {paragraph}
            </p>
          ))}
        </div>
        <p className={styles.principle}>{principle}</p>
      </div>
    </section>
  );
}

function Group() {
  const fill = useFill();
  const { label, heading, paragraphs, picture } = about.group;
  return (
    <Section
      layout="split-reverse"
      label={label}
      heading={fill(heading)}
      media={<Picture picture={picture} ratio="1/1" className={styles.loom} />}
    >
      <Paragraphs texts={paragraphs.map(fill)} />
    </Section>
  );
}

/** The meaning of the brand's name, and the brand's numbers. */
function Brand() {
  const fill = useFill();
  const { label, heading, paragraphs, picture, stats } = about.brand;
  return (
    <Section layout="plain" ground="cloth" label={label} heading={fill(heading)} stitch>
      <div className={styles.brand}>
        <Picture picture={picture} ratio="3/2" className={styles.board} />
        <div className={styles.chapter}>
          <Paragraphs texts={paragraphs.map(fill)} />
          <StatRow stats={stats} />
        </div>
      </div>
    </Section>
  );
}

/** The section that leads to the courses, for private readers rather than buyers. */
function Courses() {
  const fill = useFill();
  const { label, heading, paragraphs, picture, link } = about.courses;
  return (
    <Section
      layout="split"
      ground="paper"
      stitch
      label={label}
      heading={heading}
      media={<Picture picture={picture} ratio="4/3" />}
    >
      <div className={styles.chapter}>
        <Paragraphs texts={paragraphs.map(fill)} />
        <RemoteFragment of="mf-courses" name="course-prices" />
        <div>
          <LinkButton href="/courses">{link}</LinkButton>
        </div>
      </div>
    </Section>
  );
}

/** The furnishings line, in its own theme. */
function FurnishingsLine() {
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
          <Paragraphs texts={paragraphs.map(fill)} />
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

/** The map of mills, hubs and port, beside the stages that a roll of cloth goes through. */
function SupplyChain() {
  const { label, heading, text, picture, small, stages } = about.supplyChain;
  return (
    <Section ground="cloth" label={label} heading={heading} lead={text} id="supply-chain">
      <div className={styles.spread}>
        <Picture picture={picture} narrow={small} className={styles.map} />
        <ol className={styles.stages}>
          {stages.map((stage) => (
            <li key={stage.title} className={styles.stage}>
              <strong className={styles.title}>{stage.title}</strong>
              <ul className={styles.places}>
                {stage.places.map(({ name, work }) => (
                  <li key={name} className={styles.place}>
                    <span className={styles.name}>{name}</span> {work}
                  </li>
                ))}
              </ul>
              <span className={styles.supplyChainText}>{stage.text}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
