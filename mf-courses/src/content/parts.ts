import { fileSchema, pictureSchema } from '@wholepage/remote-kit/content';
import { COURSE_CATALOGUE } from 'api-wire/orders';
import * as z from 'zod';

/** A line that stays on one or two lines of the page. */
export const shortText = z.string().min(2).max(90);
/** A paragraph; longer ones are split by the editor. */
export const paragraph = z.string().min(20).max(600);

/** What a page says about itself. `{name}` and the like are filled from the company's details. */
export const metaSchema = z.strictObject({
  title: z.string().min(10).max(80),
  description: z.string().min(60).max(170),
  keywords: z.string().min(10).max(200),
  image: pictureSchema,
});

/** What can be enrolled in. The editor names it; label, price and description are the catalogue's. */
export const offerSchema = z
  .enum(['online', 'offline', 'only-offline'])
  .transform((variant) => ({ variant, ...COURSE_CATALOGUE[variant] }));

export const bannerSchema = z.strictObject({
  label: shortText,
  heading: shortText,
  text: paragraph,
  picture: pictureSchema,
});

export const proseSchema = z.strictObject({
  label: shortText,
  heading: shortText,
  paragraphs: z.array(paragraph).min(1).max(4),
});

/** A line of a list: what, and what that means. */
export const pointSchema = z.strictObject({ title: shortText, text: z.string().min(10).max(220) });

/** One part of an accordion. `numbered` points come one after the other. */
export const chapterSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  heading: shortText,
  text: paragraph,
  numbered: z.boolean().default(false),
  points: z.array(pointSchema).min(3).max(14),
});

const reelSchema = z.strictObject({
  title: z.string().min(2).max(50),
  video: fileSchema,
  poster: pictureSchema,
});

export const reelsSchema = z.strictObject({
  heading: shortText,
  text: paragraph,
  items: z.array(reelSchema).min(3).max(6),
});

/** A PDF made of this very content: `npm run --prefix mf-courses brochures`. */
export const brochureSchema = fileSchema;
