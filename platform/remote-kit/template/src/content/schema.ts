import type { ContentSchemas } from '@wholepage/remote-kit/content';
import * as z from 'zod';

const shortText = z.string().min(2).max(90);
const paragraph = z.string().min(20).max(600);

/** What may stand in the content files, by their names. */
export const schemas = {
  home: z.strictObject({
    meta: z.strictObject({
      title: z.string().min(3).max(60),
      description: z.string().min(60).max(170),
      keywords: z.string().min(3).max(200),
    }),
    heading: shortText,
    text: paragraph,
    link: shortText,
  }),
} satisfies ContentSchemas;
