import * as z from 'zod';

const lineCardProps = z.strictObject({
  /** A page of this remote, such as `/product/healthcare-clinics-wellness`. */
  path: z.string().startsWith('/product').max(100),
});

export type LineCardProps = z.output<typeof lineCardProps>;

/** Schemas of the fragments' props. */
export const props = { 'line-card': lineCardProps };
