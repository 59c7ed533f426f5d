import { pictureSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';
import { SECTOR_ROLES } from './expected';
import { SECTOR_SLUGS } from './slugs';

const text = z.string().trim().min(1);

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
export const flats = z
  .strictObject({ slug: z.enum(SECTOR_SLUGS), outfits: z.array(flat) })
  .superRefine(({ slug, outfits }, ctx) => {
    const roles = SECTOR_ROLES[slug].length;
    if (outfits.length !== roles)
      ctx.addIssue({ code: 'custom', path: ['outfits'], message: `Expected one for each of ${roles} roles.` });
  });
