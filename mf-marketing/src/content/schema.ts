import { type ContentSchemas, pictureSchema } from '@wholepage/remote-kit/content';
import {
  introSchema,
  metaSchema,
  openingSchema,
  paragraph,
  shortText,
  stepSchema,
  storySchema,
} from 'site/content-schema';
import * as z from 'zod';

/** The seven steps from brief to delivery. */
const sketchToStitchSchema = introSchema.extend({ label: shortText, steps: z.array(stepSchema).length(7) });

/** The line at the end of a page that leads to another part of the site. */
const signpostSchema = z.strictObject({ text: shortText, link: shortText, href: z.string().startsWith('/') });

/** A picture in a carousel, with the line below it. */
const captionedSchema = z.strictObject({ picture: pictureSchema, caption: shortText });

/** A picture with the name of its subject. */
const tileSchema = z.strictObject({ title: shortText, picture: pictureSchema });
/** A tile with a sentence and a note on its make. `illustrations` sews `lettering` into the picture; the page omits it. */
const productSchema = tileSchema
  .extend({
    text: z.string().min(10).max(140),
    note: z.string().min(10).max(90).optional(),
    lettering: z.strictObject({ name: shortText, value: shortText }).optional(),
  })
  .transform(({ lettering: _, ...tile }) => tile);

/** A testimonial. `sample` marks made-up names until the owner replaces them. */
const testimonialSchema = z.strictObject({
  picture: pictureSchema,
  text: paragraph,
  name: shortText,
  role: shortText,
  sample: z.literal(true).optional(),
});

const industrySchema = z.strictObject({
  title: shortText,
  text: shortText,
  href: z.string().startsWith('/product/'),
  picture: pictureSchema,
});

const statSchema = z.strictObject({ value: z.string().min(2).max(12), label: shortText });

const homeSchema = z.strictObject({
  meta: metaSchema,
  hero: z.strictObject({ label: shortText, slides: z.array(openingSchema).length(3) }),
  brands: z.strictObject({
    heading: shortText,
    stats: z.array(statSchema).length(5),
    logos: z.array(pictureSchema).length(21),
  }),
  industries: introSchema.extend({ tiles: z.array(industrySchema).length(7) }),
  rest: pictureSchema,
  promo: openingSchema.extend({ link: shortText, swatches: z.array(shortText).length(4) }),
  work: introSchema.extend({ carousel: shortText, slides: z.array(captionedSchema).length(6) }),
  getInTouch: introSchema,
  footprint: introSchema.extend({
    picture: pictureSchema,
    /** The map's lettering as text, which `illustrations` reads here: three lines of its label, and its key. */
    notes: z.array(shortText).length(4),
  }),
  signpost: signpostSchema,
  testimonials: z.strictObject({
    carousel: shortText,
    heading: shortText,
    items: z.array(testimonialSchema).length(6),
  }),
});

const aboutSchema = z.strictObject({
  rest: pictureSchema,
  meta: metaSchema,
  legacy: z.strictObject({
    label: shortText,
    heading: shortText,
    lead: paragraph,
    paragraphs: z.array(paragraph).length(3),
    picture: pictureSchema,
    years: z
      .array(z.strictObject({ year: z.string().min(4).max(7), text: paragraph }))
      .min(4)
      .max(6),
  }),
  founder: storySchema.extend({ principle: paragraph }),
  group: storySchema,
  brand: storySchema.extend({ stats: z.array(statSchema).length(3) }),
  furnishings: storySchema.extend({ link: shortText }),
  directors: introSchema,
  /** The section that leads to the paid courses. */
  courses: storySchema.extend({ link: shortText }),
  supplyChain: openingSchema.extend({
    small: pictureSchema,
    stages: z
      .array(
        stepSchema.extend({
          /** Places on the map, by their names in `illustrations/maps/places.ts`, with the work that is done there. */
          places: z.array(z.strictObject({ name: shortText, work: shortText })).min(1),
        }),
      )
      .min(4)
      .max(7),
  }),
});

const directorsSchema = z.strictObject({
  directors: z.array(z.strictObject({ role: shortText, text: paragraph, picture: pictureSchema })).length(2),
});

const studioSchema = z.strictObject({
  meta: metaSchema,
  banner: openingSchema,
  about: z.strictObject({
    heading: shortText,
    paragraphs: z.array(paragraph).min(2).max(3),
    picture: pictureSchema,
    shelf: z.array(z.strictObject({ title: shortText, text: shortText })).length(4),
  }),
  inspiration: introSchema.extend({ label: shortText, hints: z.array(shortText).length(4) }),
  people: introSchema,
});

const projectsSchema = z.strictObject({
  meta: metaSchema,
  banner: openingSchema,
  grid: z.strictObject({
    heading: shortText,
    pictures: z.array(z.strictObject({ picture: pictureSchema, href: z.string().startsWith('/') })).length(6),
  }),
  getInTouch: introSchema,
});

const categorySchema = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/),
  label: shortText,
  text: paragraph,
  tiles: z.array(productSchema).min(2).max(5),
});

const furnishingsSchema = z.strictObject({
  meta: metaSchema,
  hero: openingSchema,
  about: storySchema,
  categories: introSchema.extend({ tabs: z.array(categorySchema).length(5) }),
  process: introSchema.extend({ label: shortText, steps: z.array(stepSchema).length(4) }),
  industries: z.strictObject({ heading: shortText, tiles: z.array(tileSchema).length(5) }),
  promises: z.strictObject({ heading: shortText, items: z.array(stepSchema).length(5) }),
  reinvent: introSchema,
  crafted: introSchema.extend({ carousel: shortText, slides: z.array(captionedSchema).length(6) }),
});

const contactSchema = z.strictObject({
  meta: metaSchema,
  banner: openingSchema,
  details: z.strictObject({
    heading: shortText,
    phones: shortText,
    email: shortText,
    chat: shortText,
    address: shortText,
  }),
  signpost: signpostSchema,
  /** Facts for the owner to fill in: the page shows only lines with a value. */
  practical: z.strictObject({
    heading: shortText,
    facts: z.array(z.strictObject({ name: shortText, value: z.string().max(400) })),
  }),
});

const thankYouSchema = introSchema.extend({ meta: metaSchema, link: shortText, label: shortText });

/** Every content file of this remote, by its base name. */
export const schemas = {
  home: homeSchema,
  process: sketchToStitchSchema,
  about: aboutSchema,
  directors: directorsSchema,
  studio: studioSchema,
  projects: projectsSchema,
  furnishings: furnishingsSchema,
  contact: contactSchema,
  'thank-you': thankYouSchema,
} satisfies ContentSchemas;

/** Each schema's content, as the build writes it. */
export type Content = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> };
