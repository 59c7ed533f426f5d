import { useRemote } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { GetInTouch } from 'shared-ui/GetInTouch';
import { Trail } from 'shared-ui/Trail';
import type { SiteEnvironment } from 'site/remote';
import type { SectorRecord } from '../../content/records';
import { crumbs } from '../../lib/head';
import { AddOns } from './AddOns/AddOns';
import { Clients } from './Clients/Clients';
import { ClothGlass } from './ClothGlass/ClothGlass';
import { Intro } from './Intro/Intro';
import { lookOf } from './looks';
import { Process } from './Process/Process';
import { Roles } from './Roles/Roles';
import styles from './Sector.module.css';
import { SectorBanner } from './SectorBanner/SectorBanner';
import { SpecSheet } from './SpecSheet/SpecSheet';

interface SectorProps {
  record: SectorRecord;
}

/** A sector from banner to delivery. The order is the specification's, the arrangement is the sector's own. */
export function Sector({ record }: SectorProps) {
  const { config, shell } = useRemote<SiteEnvironment>();
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
      <GetInTouch
        form="contact"
        heading={headings.getintuch}
        text={content.getintuch.text}
        about={about}
        config={config}
        shell={shell}
      />
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
