import { type Loaded, type PageProps, useRemote } from '@wholepage/remote-kit';
import { Banner } from 'shared-ui/Banner';
import { Button } from 'shared-ui/Button';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { LinkButton } from 'shared-ui/LinkButton';
import { Section } from 'shared-ui/Section';
import { Skeleton } from 'shared-ui/Skeleton';
import { definePage, type LoadContext, type SiteEnvironment } from 'site/remote';
import { Tiles } from '../../components/Tiles/Tiles';
import { loadDetail, loadProducts, loadSector, type Products, type SectorRecord } from '../../content/records';
import { isDetailSlug, isSectorSlug } from '../../content/slugs';
import { crumbs, productHead } from '../../lib/head';
import styles from './page.module.css';
import { Sector } from './Sector';

function Page({ state, data, retry }: PageProps<SectorData>) {
  if (state === 'failed') return <Failed retry={retry} />;
  if (!data) return <Waiting />;
  return 'record' in data ? <Sector record={data.record} /> : <NotFound {...data.missing} />;
}

export const page = definePage<SectorData>({ load, Page });

type ProductTile = Products['tabs'][number]['tiles'][number];

/** Content of the page of an unknown product: its texts, and the tiles that lead on. */
interface Missing {
  words: Products['notFound'];
  /** True for the one missing product that the site links to. */
  pillows: boolean;
  tiles: (Omit<ProductTile, 'href'> & { href?: string })[];
}

type SectorData = { record: SectorRecord } | { missing: Missing };

/** Loads the record of `/product/{slug}`. An unknown slug gets a 404 with tiles that lead on. */
async function load(context: LoadContext): Promise<Loaded<SectorData>> {
  const { slug = '' } = context.params;
  if (isSectorSlug(slug)) return known(await loadSector(slug), context);
  if (isDetailSlug(slug)) return known(await loadDetail(slug), context);
  return missing(slug, context);
}

/** The schema.org record of the service that a page offers. */
const service = ({ title, product, meta, slug }: SectorRecord, image: string, company: string) => ({
  '@type': 'Service',
  name: product?.name ?? `${title} uniforms`,
  serviceType: product ? product.group : 'Uniform design and supply',
  description: meta.description,
  url: `/product/${slug}`,
  image,
  provider: { '@type': 'Organization', '@id': '/#organization', name: company },
});

async function known(record: SectorRecord, context: LoadContext): Promise<Loaded<SectorData>> {
  const { image } = record.content.banner;
  const trail = crumbs({ label: record.product?.name ?? record.title, href: `/product/${record.slug}` });
  const about = service(record, image.src, context.config.company.name);
  return { head: productHead({ ...record.meta, image }, trail, about, context), data: { record } };
}

const MISSING_MAX_AGE_SECONDS = 60;
/** The products page links to this slug, which has no page. Its visitors want furnishings; others may want anything. */
const FURNISHINGS_SLUG = 'pillows-cushions';

async function missing(slug: string, context: LoadContext): Promise<Loaded<SectorData>> {
  const { notFound: words, tabs } = await loadProducts();
  const pillows = slug === FURNISHINGS_SLUG;
  const tab = tabs.find(({ id }) => id === (pillows ? 'furnishings' : 'uniforms'));
  // The tile of the missing page stays in its place, without a link.
  const tiles = (tab?.tiles ?? []).map(({ href, ...tile }) =>
    href === context.url.pathname ? tile : { ...tile, href },
  );
  return {
    status: 404,
    maxAge: MISSING_MAX_AGE_SECONDS,
    head: { title: words.heading, noindex: true },
    data: { missing: { words, pillows, tiles } },
  };
}

/** The content of the page could not be fetched. */
function Failed({ retry }: Pick<PageProps<SectorData>, 'retry'>) {
  return (
    <Section layout="plain" heading="This page did not arrive">
      <p role="alert">The connection dropped while we fetched it. Nothing is lost.</p>
      <Button onClick={retry}>Try again</Button>
    </Section>
  );
}

/** The placeholder of a page whose content is still loading. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <Section layout="plain">
        <p role="status">Fetching this page…</p>
        <Skeleton lines={8} />
      </Section>
    </div>
  );
}

/** The page of an unknown slug: a message, and the nearest products. */
function NotFound({ words, pillows, tiles }: Missing) {
  const { shell } = useRemote<SiteEnvironment>();
  return (
    <div data-theme={pillows ? 'furnishings' : undefined}>
      <Banner
        heading={words.heading}
        text={pillows ? words.pillowsText : words.text}
        action={
          <div className={styles.ways}>
            <EnquiryButton onOpen={shell.openEnquiry}>{words.ask}</EnquiryButton>
            <LinkButton href="/product" variant="quiet">
              {words.back}
            </LinkButton>
          </div>
        }
      />
      <Section layout="plain" ground="cloth" stitch heading={pillows ? words.furnishingsHeading : words.sectorsHeading}>
        <Tiles subject="scenes" layout={pillows ? 'quilt' : 'ledger'} tiles={tiles} headingLevel={3} />
      </Section>
    </div>
  );
}
