import type { ContentSchemas } from '@wholepage/remote-kit/content';
import * as z from 'zod';

const shortText = z.string().min(2).max(90);
const paragraph = z.string().min(20).max(600);

/** What may stand in the content files, by their names. */
export const schemas = {
  home: z.strictObject({
    meta: z.strictObject({
      description: z.string().min(50).max(170),
      keywords: z.string().min(3).max(200),
    }),
    heading: shortText,
    text: paragraph,
    parts: z.array(z.strictObject({ heading: shortText, text: paragraph })).min(1),
  }),
  hours: z.strictObject({
    heading: shortText,
    days: z.array(z.strictObject({ days: shortText, open: shortText })).min(1),
  }),
} satisfies ContentSchemas;
