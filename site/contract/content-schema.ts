import { pictureSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';

/* Schemas that the content of several remotes shares. */

/** Text that takes one or two lines on the page. */
export const shortText = z.string().min(2).max(90);
/** A paragraph; longer ones are split by the editor. */
export const paragraph = z.string().min(20).max(600);

/** Title, description, keywords and picture of a page. `{name}` and the like are filled in from the company's details. */
export const metaSchema = z.strictObject({
  title: z.string().min(10).max(80),
  description: z.string().min(60).max(170),
  keywords: z.string().min(10).max(200),
  image: pictureSchema,
});

/** Heading and text of a section. */
export const introSchema = z.strictObject({ heading: shortText, text: paragraph });

/** The opening of a page, or of a part with its own opening. */
export const openingSchema = introSchema.extend({ label: shortText, picture: pictureSchema });

/** A block of story with a picture. */
export const storySchema = z.strictObject({
  label: shortText,
  heading: shortText,
  paragraphs: z.array(paragraph).min(1).max(4),
  picture: pictureSchema,
});

/** One step of a process. */
export const stepSchema = z.strictObject({ title: shortText, text: z.string().min(10).max(160) });
