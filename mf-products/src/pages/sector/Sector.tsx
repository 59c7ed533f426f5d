import type { Picture as PictureData } from '@wholepage/contracts/page';
import { useRemote } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { Heading } from 'shared-ui/Heading';
import { LogoWall } from 'shared-ui/LogoWall';
import { OwnLabelField, WovenName } from 'shared-ui/OwnLabel';
import { Picture } from 'shared-ui/Picture';
import { ProcessTape } from 'shared-ui/ProcessTape';
import { Section, type SectionProps } from 'shared-ui/Section';
import { Trail } from 'shared-ui/Trail';
import type { SiteEnvironment } from 'site/remote';
import { ContactForm } from '../../components/ContactForm';
import type { ButtonIconName, SectorRecord, Shared } from '../../content/records';
import { crumbs } from '../../lib/head';
import { ClothGlass } from './ClothGlass/ClothGlass';
import { type Look, lookOf, type StepsVariant } from './looks';
import { Roles } from './Roles/Roles';
import styles from './Sector.module.css';
import { SpecSheet } from './SpecSheet/SpecSheet';

/** A sector's page, from banner to delivery. The specification sets the order; each sector has its own layout. */
export function Sector({ record }: { record: SectorRecord }) {
  const { slug, title, product, content } = record;
  const { headings, processSteps, sketchSteps, clients, touch } = content.shared;
  const look = lookOf(slug);
  const about = product?.name ?? title;
  return (
    <div
      className={styles.sector}
      data-sector={slug}
      data-about={about}
      data-theme={product?.group === 'Furnishings' ? 'furnishings' : undefined}
    >
      <Trail crumbs={crumbs({ label: about, href: `/product/${slug}` })} />
      <SectorBanner record={record} look={look} />
      <Intro
        ambience={content.ambience}
        look={look.intro}
        title={about}
        upright={product !== undefined}
        {...(!product && { own: content.shared.label })}
      />
      {content.cloth && <ClothGlass cloth={content.cloth} words={content.shared.glass} />}
      <Roles content={content} about={about} look={look.roles} />
      <Process
        heading={headings.process}
        {...content.process}
        titles={processSteps}
        action={touch}
        ground={look.process.ground}
        variant={look.process.layout === 'aside' ? 'numerals' : 'thread'}
      />
      <ContactForm heading={headings.getintuch} text={content.getintuch.text} about={about} />
      <AddOns heading={headings.services} services={content.services} look={look.services} />
      <Clients heading={headings.brands} text={content.brands.text} logos={clients} look={look.brands} />
      <Process
        heading={headings.processsketch}
        {...content.processsketch}
        titles={sketchSteps}
        action={touch}
        {...look.sketch}
      />
      <div className={styles.news}>
        <RemoteFragment of="mf-blog" name="latest-post" props={{ path: `/product/${slug}` }} />
      </div>
      <SpecSheet record={record} title={about} />
    </div>
  );
}

/** The banner, on the sector's own weave. */
function SectorBanner({ record, look }: { record: SectorRecord; look: Look }) {
  const { shell } = useRemote<SiteEnvironment>();
  const { banner, shared } = record.content;
  return (
    <div className={styles.weave} data-weave={banner.background} data-slug={record.slug}>
      <Banner
        variant={look.banner}
        heading={banner.heading}
        {...(record.product && { name: record.product.name })}
        text={banner.text}
        picture={banner.image}
        action={
          <EnquiryButton onOpen={shell.openEnquiry}>
            {shared.start} <ButtonIcon name={banner.buttonIcon} />
          </EnquiryButton>
        }
      />
    </div>
  );
}

/** Each icon is one path, on a grid of 24. */
const PATHS: Record<ButtonIconName, string> = {
  needle: 'M3 21 17.5 6.5M15.8 8.2c-1.4-1.4 2.6-5.6 4-4.2s-2.6 5.6-4 4.2ZM3 12c3-4 5-4 7-1s4 3 6 7',
  bell: 'M3 18h18M5 18a7 7 0 0 1 14 0M12 11V8M10 7.5h4',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12ZM8.2 8.2h.1',
  chevron: 'M4 17l8-7 8 7M4 11l8-7 8 7',
  wing: 'M2 8c7-1 9 1 10 6 1-5 3-7 10-6-1 4-4 6-7 6M2 8c1 4 4 6 7 6M12 14v4',
  cross: 'M9.5 3h5v6.5H21v5h-6.5V21h-5v-6.5H3v-5h6.5Z',
  pencil: 'M4 20l1.2-5L16 4l4 4L9 18.8ZM13.5 6.5l4 4',
  arrow: 'M3 12h17M14 5.5 20.5 12 14 18.5',
};

/** The icon beside a button's text. */
function ButtonIcon({ name }: { name: ButtonIconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface IntroProps {
  ambience: SectorRecord['content']['ambience'];
  look: Look['intro'];
  /** Name of the wardrobe that the care label belongs to. */
  title: string;
  /** True crops a wide picture to 4:5, so that it does not end far above its text. */
  upright: boolean;
  /** Texts around the visitor's own label; left out where there is no garment to sew it on. */
  own?: Shared['label'];
}

/** The introduction: the sector's demands on cloth, and the care label with the facts. */
function Intro({ ambience, look, title, upright, own }: IntroProps) {
  const { image, notes } = ambience;
  const picture = <Picture picture={image} {...(upright && { ratio: '4/5' })} className={styles.introPicture ?? ''} />;
  const noted = notes.length > 0 && (
    <div className={styles.noted} data-noted="">
      <div className={styles.frame}>
        {picture}
        {own && (
          <div className={styles.sewn}>
            <WovenName placeholder={own.placeholder} />
          </div>
        )}
      </div>
      <ul className={styles.notes} aria-label={`Details: ${title}`}>
        {notes.map(({ name, value }) => (
          <li key={name}>
            <strong>{name}</strong> {value}
          </li>
        ))}
      </ul>
      {own && (
        <div className={styles.ask}>
          <OwnLabelField label={own.ask} hint={own.hint} />
        </div>
      )}
    </div>
  );
  return (
    <div className={styles.intro}>
      <Section {...look} heading={ambience.heading} media={noted || picture}>
        {ambience.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <SpecLabel title={`Care label: ${title}`} lines={ambience.label} />
      </Section>
    </div>
  );
}

interface SpecLabelProps {
  /** The label's accessible name: what it is sewn into. */
  title: string;
  lines: readonly { name: string; value: string }[];
}

/** The care label of a whole wardrobe: cloth, standard, wash, sizes, reorder. */
function SpecLabel({ title, lines }: SpecLabelProps) {
  return (
    <dl className={styles.label} aria-label={title} data-ground="sheet">
      {lines.map(({ name, value }) => (
        <div key={name} className={styles.line}>
          <dt className={styles.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ProcessProps {
  heading: string;
  text: string;
  /** Names of the steps, the same for every sector. */
  titles: readonly string[];
  /** The sector's text for each step, in the same order. */
  steps: readonly string[];
  /** Label of the button that opens the enquiry. */
  action: string;
  ground: NonNullable<SectionProps['ground']>;
  variant: StepsVariant;
}

/** Seven steps, and a button that opens the enquiry. */
function Process({ heading, text, titles, steps: texts, action, ground, variant }: ProcessProps) {
  const { shell } = useRemote<SiteEnvironment>();
  const steps = titles.map((title, index) => ({ title, text: texts[index] ?? '' }));
  return (
    <Section layout={variant === 'numerals' ? 'aside' : 'plain'} ground={ground} heading={heading} lead={text}>
      {variant === 'numerals' ? (
        <NumberedSteps label={heading} steps={steps} />
      ) : (
        <ProcessTape label={heading} steps={steps} variant={variant} />
      )}
      <div className={styles.action} data-unprinted data-after={variant}>
        <EnquiryButton variant="secondary" onOpen={shell.openEnquiry}>
          {action}
        </EnquiryButton>
      </div>
    </Section>
  );
}

interface NumberedStepsProps {
  /** Name of the list. */
  label: string;
  steps: readonly { title: string; text: string }[];
}

/** Steps in a column, each beside a large numeral. */
function NumberedSteps({ label, steps }: NumberedStepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={styles.step}>
          <span className={styles.numeral} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <p className={styles.title}>{title}</p>
            <p className={styles.numberedStepsText}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface AddOnsProps {
  heading: string;
  services: SectorRecord['content']['services'];
  look: Look['services'];
}

/** Address of each service's own page. */
const PAGES: Record<string, string> = {
  'Uniform Packaging': '/product/uniform-packaging',
  'Logo Embroidery': '/product/logo-embroidery',
  Accessories: '/product/accessories',
};

/**
 * Keeps each hyphenated word on one line. Spaces stay in the text beside the words: assistive technology loses a space
 * that stands alone between two elements.
 */
const unbroken = (text: string) =>
  text.split(/(\S+-\S+)/).map((part) =>
    part.includes('-') ? (
      <span key={part} className={styles.word}>
        {part}
      </span>
    ) : (
      part
    ),
  );

/** Two or three services at unequal sizes, below a line of stitches. */
function AddOns({ heading, services, look }: AddOnsProps) {
  return (
    <Section {...look} heading={unbroken(heading)} stitch>
      <ul className={styles.list} data-layout={look.layout} data-count={services.length}>
        {services.map(({ title, text, image }) => (
          <li key={title} className={styles.item}>
            <Picture picture={image} ratio="4/3" className={styles.addOnsPicture ?? ''} />
            <div className={styles.words}>
              <Heading level={3} size="section">
                <a href={PAGES[title]} className={styles.link}>
                  {title}
                </a>
              </Heading>
              <p className={styles.addOnsText}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ClientsProps {
  heading: string;
  text: string;
  logos: PictureData[];
  look: Look['brands'];
}

function Clients({ heading, text, logos, look }: ClientsProps) {
  return (
    <Section {...look} heading={heading} lead={text}>
      <LogoWall label={heading} logos={logos} narrow={look.layout === 'aside'} />
    </Section>
  );
}
