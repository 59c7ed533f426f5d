import { pictureSchema } from '@wholepage/remote-kit/content';
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

/** One step of a process. */
export const stepSchema = z.strictObject({ title: shortText, text: z.string().min(10).max(160) });

/** The seven steps from brief to delivery. */
export const sketchToStitchSchema = z.strictObject({
  label: shortText,
  heading: shortText,
  text: paragraph,
  steps: z.array(stepSchema).length(7),
});

/** A block of story with a picture. */
export const storySchema = z.strictObject({
  label: shortText,
  heading: shortText,
  paragraphs: z.array(paragraph).min(1).max(4),
  picture: pictureSchema,
});

/** The line at the end of a page that leads to another part of the site. */
export const signpostSchema = z.strictObject({ text: shortText, link: shortText, href: z.string().startsWith('/') });

/** A picture in a carousel and the line below it. */
export const captionedSchema = z.strictObject({ picture: pictureSchema, caption: shortText });

/** A picture with the name of what it shows. */
export const tileSchema = z.strictObject({ title: shortText, picture: pictureSchema });
/** The same with a line on its make and a sentence more. `lettering` is what `illustrations` sews into the picture. */
export const productSchema = tileSchema
  .extend({
    text: z.string().min(10).max(140),
    note: z.string().min(10).max(90).optional(),
    lettering: z.strictObject({ name: shortText, value: shortText }).optional(),
  })
  .transform(({ lettering: _, ...tile }) => tile);

/** Heading and text of a form's section. */
export const formIntroSchema = z.strictObject({ heading: shortText, text: paragraph });
