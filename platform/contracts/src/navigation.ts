import { z } from 'zod';

const linkSchema = z.strictObject({
  /** May name the company: `{furnishings}`, see company-text.ts. */
  label: z.string().min(1),
  /** A path of the site. */
  href: z.string().regex(/^\/(?!\/)/, 'must be a path such as /contact'),
});

const sectionSchema = z.strictObject({
  title: z.string().min(1),
  /** Whether its links are numbered, as the plates of a pattern book are. */
  numbered: z.boolean().default(false),
  links: z.array(linkSchema).min(1),
  /** A line below the links. */
  note: z.string().optional(),
});

const menuItemSchema = linkSchema.extend({
  /** Stands out from the others. */
  accent: z.boolean().default(false),
  /** What lies behind it, in a menu of its own. */
  sections: z.array(sectionSchema).default([]),
});

/** The links of the frame. The owner edits `navigation.json`: a new page joins the menu without a release. */
export const navigationSchema = z.strictObject({
  /** Of the header and of the drawer, in the order in which they are read. */
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

export type NavigationLink = z.output<typeof linkSchema>;
export type MenuItem = z.output<typeof menuItemSchema>;
export type Navigation = z.output<typeof navigationSchema>;
