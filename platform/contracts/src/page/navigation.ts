import * as z from 'zod';

/** A link of the frame, as a content file holds it. */
export const linkSchema = z.strictObject({
  label: z.string().min(1),
  /** A path of the site. */
  href: z.string().regex(/^\/(?!\/)/, 'must be a path such as /contact'),
  /** Id of the part of that page which a click opens. The address does not name it. */
  section: z.string().optional(),
});

const sectionSchema = z.strictObject({
  title: z.string().min(1),
  /** Whether its links are numbered, as the plates of a pattern book are. */
  numbered: z.boolean().default(false),
  links: z.array(linkSchema).min(1),
  /** A line below the links. */
  note: z.string().optional(),
});

/** An entry of the frame's menu. Pages whose releases ask for a place in it become such entries. */
export const menuItemSchema = linkSchema.extend({
  /** Stands out from the others. */
  accent: z.boolean().default(false),
  /** What lies behind it, in a menu of its own. */
  sections: z.array(sectionSchema).default([]),
});

export type NavigationLink = z.output<typeof linkSchema>;
export type MenuItem = z.output<typeof menuItemSchema>;

/** What every site's navigation holds; a site's own schema may hold more. */
export interface Navigation {
  menu: MenuItem[];
}
