import { linkSchema, menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';

export type { MenuItem, NavigationLink } from '@wholepage/contracts/site';

/** The links of the layout. The owner edits `navigation.json`: a new page joins the menu without a release. */
export const navigationSchema = z.strictObject({
  /** Entries of header and drawer, in reading order. Labels may name the company: `{furnishings}`. */
  menu: z.array(menuItemSchema).min(1),
  footer: z.strictObject({
    quickLinks: z.array(linkSchema),
    products: z.array(linkSchema),
    /** Links below the text about the company that are in neither list. */
    further: z.array(linkSchema).optional(),
  }),
  /** Links on the shell's own pages, such as the 404 page. */
  lost: z.array(linkSchema),
});

export type Navigation = z.output<typeof navigationSchema>;
