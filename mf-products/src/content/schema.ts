import { type ContentSchemas, pictureSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';
import { DETAIL_SLUGS, SECTOR_SLUGS, type SectorSlug } from './slugs';

const text = z.string().trim().min(1);

/** Number of roles in a sector, and so of its tiles and its flats. */
const ROLES: Record<SectorSlug, number> = {
  'industrial-manufacturing': 8,
  'hospitality-resorts': 7,
  'retail-brand-spaces': 6,
  'government-police-defense': 6,
  'corporate-admin': 6,
  'healthcare-clinics-wellness': 6,
  'educational-institutions': 7,
};

/** Adds an issue at `path` unless the list has one item for each role of the sector. */
const forEachRole = (ctx: z.RefinementCtx, path: string[], slug: SectorSlug, { length }: readonly unknown[]) => {
  const roles = ROLES[slug];
  if (length !== roles) ctx.addIssue({ code: 'custom', path, message: `Expected one for each of ${roles} roles.` });
};

const meta = z.strictObject({ title: text, description: text.max(220), keywords: text });

const weave = z.enum(['drill', 'damask', 'pinstripe', 'ripstop', 'herringbone', 'poplin', 'gingham', 'percale']);

const buttonIcon = z.enum(['needle', 'bell', 'tag', 'chevron', 'wing', 'cross', 'pencil', 'arrow']);

/** Lettering of a detail sheet, which `illustrations` reads here. The page repeats it as text. The last is about the cloth. */
const notes = z.array(z.strictObject({ name: text, value: text })).length(5);

/** Lines of the care label: a subject and its fact. */
const careLines = z.array(z.strictObject({ name: text, value: text })).length(5);

/** Pictures with unique titles, which are the keys of a list's tiles and the addresses of roles. */
const titled = (title: z.ZodType<string>) =>
  z
    .array(z.strictObject({ title, text, image: pictureSchema }))
    .refine((tiles) => new Set(tiles.map((tile) => tile.title)).size === tiles.length, 'Two have the same title.');

const industries = z.strictObject({ heading: text, text, images: titled(text) });

/** The cloth under the glass: grams per square metre, and the effect of washing. */
const cloth = z.strictObject({
  name: text,
  picture: pictureSchema,
  gsm: z.int().min(50).max(900),
  washes: z.int().min(20).max(200),
  /** Shrinkage in the first washes, in per cent. */
  shrinkage: z.number().min(0).max(5),
});

const steps = z.strictObject({ text, steps: z.array(text).length(7) });

const note = z.strictObject({ text });

const services = titled(z.enum(['Uniform Packaging', 'Logo Embroidery', 'Accessories'])).min(2);

const testimonials = z
  .array(z.strictObject({ name: text, position: text, image: pictureSchema, text, sample: z.literal(true) }))
  .length(6);

/** Content that the sectors and the generic record both have. */
const common = z.strictObject({
  industries,
  process: steps,
  processsketch: steps,
  getintuch: note,
  brands: note,
  services,
  testimonials,
});

const sector = z
  .strictObject({
    title: text,
    slug: z.enum(SECTOR_SLUGS),
    meta,
    content: common.extend({
      banner: z.strictObject({ heading: text, text, image: pictureSchema, background: weave, buttonIcon }),
      ambience: z.strictObject({
        heading: text,
        text: z.array(text).length(2),
        image: pictureSchema,
        notes,
        label: careLines,
      }),
      cloth,
    }),
  })
  .superRefine(({ slug, content }, ctx) =>
    forEachRole(ctx, ['content', 'industries', 'images'], slug, content.industries.images),
  );

/** Content that the eight product pages share. */
const generic = common
  .extend({
    title: z.literal('Industrial & Manufacturing'),
    keywords: text,
    banner: z.strictObject({ background: weave, buttonIcon }),
    ambienceImage: pictureSchema,
  })
  .superRefine(({ industries: { images } }, ctx) =>
    forEachRole(ctx, ['industries', 'images'], 'hospitality-resorts', images),
  );

/** Content of one of the eight product pages. */
const detail = z.strictObject({
  slug: z.enum(DETAIL_SLUGS),
  name: text,
  group: z.enum(['Furnishings', 'Merchandise']),
  description: text.max(220),
  keywords: text,
  text,
  heading: text,
  paragraphs: z.array(text).length(2),
  image: pictureSchema,
  /** The product's detail sheet beside the introduction; default: the worktable that all products share. */
  intro: pictureSchema.optional(),
  notes: notes.optional(),
  label: careLines,
  cloth: cloth.optional(),
});

/** Texts, step names and client logos that every sector page shows. */
const shared = z.strictObject({
  start: z.literal("Let's Get Started"),
  /** The specification to print. */
  sheet: z.strictObject({
    invitation: text,
    take: text,
    title: text,
    blanks: z.array(text),
    swatches: z.array(text).length(4),
  }),
  /** Texts around an outfit's technical flat. */
  flat: z.strictObject({ turn: text, back: text, measures: text, seams: text, ask: text }),
  /** Texts around the cloth and its glass. `now` contains `{wash}`; `reading` also `{gsm}`, `{washes}` and `{grade}`. */
  glass: z.strictObject({ invitation: text, fresh: text, now: text, washes: text, reading: text }),
  /** Texts around the visitor's own label. */
  label: z.strictObject({ ask: text, hint: text, placeholder: text }),
  touch: z.literal('Get In Touch'),
  headings: z.strictObject({
    process: z.literal('Our Process From Concept to Comfort'),
    getintuch: z.literal('Get In Touch'),
    services: z.literal('Merchandising & Add-On Services'),
    brands: z.literal('Our Esteemed Clients'),
    processsketch: z.literal('Our Process: From Sketch to Stitch'),
  }),
  processSteps: z.array(text).length(7),
  sketchSteps: z.array(text).length(7),
  clients: z.array(pictureSchema).length(21),
});

/** Targets of tiles. The products page links to `pillows-cushions`, although it has no page. */
const PRODUCT_PATHS = [...SECTOR_SLUGS, ...DETAIL_SLUGS, 'pillows-cushions'].map((slug) => `/product/${slug}`);

const products = z.strictObject({
  meta,
  banner: z.strictObject({ label: text, heading: text, text, image: pictureSchema }),
  tabsHeading: text,
  tabsText: text,
  tabs: z
    .array(
      z.strictObject({
        id: text,
        label: text,
        text,
        tiles: z.array(z.strictObject({ title: text, text, href: z.enum(PRODUCT_PATHS), picture: pictureSchema })),
      }),
    )
    .length(3),
  /** Facts that a buyer asks for before an enquiry. */
  order: z.strictObject({ heading: text, text, facts: z.array(z.strictObject({ name: text, value: text })).min(4) }),
  signpost: z.strictObject({ text, link: text, href: z.string().startsWith('/') }),
  getintuch: note,
  commitment: z.strictObject({
    heading: z.literal('Our Commitment to Every Stitch'),
    text,
    image: pictureSchema,
    points: z.array(z.strictObject({ figure: text, unit: text, text })).length(4),
  }),
  notFound: z.strictObject({
    heading: z.literal('Product not found'),
    text,
    pillowsText: text,
    ask: text,
    furnishingsHeading: text,
    sectorsHeading: text,
    back: text,
  }),
});

/** The back of one outfit. The drawing marks its lengths by letters A, B, C… and its seams by numbers 1, 2, 3. */
const flat = z.strictObject({
  garment: text,
  picture: pictureSchema,
  size: text,
  measures: z
    .array(z.strictObject({ name: text, value: z.string().regex(/^\d+(\.5)? cm$/) }))
    .min(3)
    .max(5),
  /** ISO 4916 seam, then ISO 4915 stitch. */
  seams: z.array(z.strictObject({ code: z.string().regex(/^\d\.\d\d\.\d\d \/ \d{3}$/), text })).length(3),
});

/** The flats of a sector, in the order of its roles. */
const flats = z
  .strictObject({ slug: z.enum(SECTOR_SLUGS), outfits: z.array(flat) })
  .superRefine(({ slug, outfits }, ctx) => forEachRole(ctx, ['outfits'], slug, outfits));

/** The build checks content by these schemas. All files of a folder share the schema with the folder's name. */
export const schemas = { sectors: sector, details: detail, flats, generic, shared, products } satisfies ContentSchemas;

/** Each schema's content, as the build writes it. */
export type Content = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> };
