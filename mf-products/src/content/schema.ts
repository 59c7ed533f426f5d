import { type ContentSchemas, pictureSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';
import { DETAIL_SLUGS, SECTOR_SLUGS, type SectorSlug } from './slugs';

const text = z.string().trim().min(1);

/** Roles that a sector dresses: as many tiles, and as many flats. */
const ROLES: Record<SectorSlug, number> = {
  'industrial-manufacturing': 8,
  'hospitality-resorts': 7,
  'retail-brand-spaces': 6,
  'government-police-defense': 6,
  'corporate-admin': 6,
  'healthcare-clinics-wellness': 6,
  'educational-institutions': 7,
};

/** Adds an issue at `path` unless there is one for each role of the sector. */
const forEachRole = (ctx: z.RefinementCtx, path: string[], slug: SectorSlug, { length }: readonly unknown[]) => {
  const roles = ROLES[slug];
  if (length !== roles) ctx.addIssue({ code: 'custom', path, message: `Expected one for each of ${roles} roles.` });
};

const meta = z.strictObject({ title: text, description: text.max(220), keywords: text });

const weave = z.enum(['drill', 'damask', 'pinstripe', 'ripstop', 'herringbone', 'poplin', 'gingham', 'percale']);

const buttonIcon = z.enum(['needle', 'bell', 'tag', 'chevron', 'wing', 'cross', 'pencil', 'arrow']);

/** What is lettered in a detail sheet (`illustrations` reads it here), for those who cannot read it there; the last is about its cloth. */
const notes = z.array(z.strictObject({ name: text, value: text })).length(5);

/** Lines of the care label: what it is about, and the fact. */
const careLines = z.array(z.strictObject({ name: text, value: text })).length(5);

/** Pictures under titles that differ: pages tell the tiles of a list apart by them, and address roles. */
const titled = (title: z.ZodType<string>) =>
  z
    .array(z.strictObject({ title, text, image: pictureSchema }))
    .refine((tiles) => new Set(tiles.map((tile) => tile.title)).size === tiles.length, 'Two have the same title.');

const industries = z.strictObject({ heading: text, text, images: titled(text) });

/** The cloth that the glass is held over: grams of a square metre, and what washing does to it. */
const cloth = z.strictObject({
  name: text,
  picture: pictureSchema,
  gsm: z.int().min(50).max(900),
  washes: z.int().min(20).max(200),
  /** Per cent that it draws together in its first washes. */
  shrinkage: z.number().min(0).max(5),
});

const steps = z.strictObject({ text, steps: z.array(text).length(7) });

const note = z.strictObject({ text });

const services = titled(z.enum(['Uniform Packaging', 'Logo Embroidery', 'Accessories'])).min(2);

const testimonials = z
  .array(z.strictObject({ name: text, position: text, image: pictureSchema, text, sample: z.literal(true) }))
  .length(6);

/** What every page of a sector holds, and what all of them have in common. */
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

/** What the eight product pages have in common. */
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

/** What is particular to one of the eight. */
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
  /** The product's detail sheet, beside the introduction; left out, the worktable that all products share. */
  intro: pictureSchema.optional(),
  notes: notes.optional(),
  label: careLines,
  cloth: cloth.optional(),
});

/** Words, step names and client marks that every sector page shows. */
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
  /** Words around an outfit's technical flat. */
  flat: z.strictObject({ turn: text, back: text, measures: text, seams: text, ask: text }),
  /** Words around the cloth and its glass. `now` names `{wash}`, `reading` also grams, washes and grade in braces. */
  glass: z.strictObject({ invitation: text, fresh: text, now: text, washes: text, reading: text }),
  /** Words around the visitor's own label. */
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

/** Where tiles lead; the page of pillows is linked, yet not there. */
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
  /** What a buyer asks before writing. */
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

/** The back of one outfit: lengths go by the letters A, B, C… of the drawing, seams by its numbers 1, 2, 3. */
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

/** Checked when the remote is built; a folder's files share the schema of the folder's name. */
export const schemas = { sectors: sector, details: detail, flats, generic, shared, products } satisfies ContentSchemas;

/** What each of them holds once it is built. */
export type Content = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> };
