import { linkSchema, menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';

export type { MenuItem, NavigationLink } from '@wholepage/contracts/site';

/** The links of the layout. The owner edits `navigation.json`: a new page joins the menu without a release. */
export const navigationSchema = z.strictObject({
  /** Of the header and of the drawer, in the order in which they are read. Labels may name the company: `{furnishings}`. */
  menu: z.array(menuItemSchema).min(1),
  footer: z.strictObject({
    quickLinks: z.array(linkSchema),
    products: z.array(linkSchema),
    /** Below the words about the company: what the two lists leave out. */
    further: z.array(linkSchema).optional(),
  }),
  /** Ways on from a page that is not there. */
  lost: z.array(linkSchema),
});

export type Navigation = z.output<typeof navigationSchema>;
