import { type ContentSchemas, fileSchema, pictureSchema } from '@wholepage/remote-kit/content';
import { COURSE_CATALOGUE, COURSES } from 'api-wire/orders';
import {
  introSchema,
  metaSchema,
  openingSchema,
  paragraph,
  shortText,
  stepSchema,
  storySchema,
} from 'site/content-schema';
import * as z from 'zod';

/** What can be enrolled in. The editor names it; label, price and description are the catalogue's. */
const offerSchema = z.enum(COURSES).transform((variant) => ({ variant, ...COURSE_CATALOGUE[variant] }));

/** A line of a list: what, and what that means. */
const pointSchema = z.strictObject({ title: shortText, text: z.string().min(10).max(220) });

/** One part of an accordion. `numbered` points come one after the other. */
const chapterSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  heading: shortText,
  text: paragraph,
  numbered: z.boolean().default(false),
  points: z.array(pointSchema).min(3).max(14),
});

const reelSchema = z.strictObject({
  title: z.string().min(2).max(50),
  /** What it shows, for those who do not see it. */
  text: z.string().min(10).max(220),
  video: fileSchema,
  poster: pictureSchema,
});

const reelsSchema = introSchema.extend({ items: z.array(reelSchema).min(3).max(6) });

/** A PDF made of this very content: `npm run pictures brochures`. */
const brochureSchema = fileSchema;

/** A line of a course's tag: `Length`, `7 days`. */
const factSchema = z.strictObject({ term: z.string().min(2).max(24), value: z.string().min(1).max(60) });

const courseSchema = z.strictObject({
  id: z.string().regex(/^[1-9]\d?$/),
  offer: offerSchema,
  title: shortText,
  headline: shortText,
  summary: paragraph,
  /** Length and place come first: pages of other teams show these two. */
  facts: z.array(factSchema).min(3).max(5),
  /** For search engines. */
  mode: z.enum(['Online', 'Onsite']),
  /** ISO 8601, where the length is known: `P7D`. */
  duration: z.string().startsWith('P').optional(),
  picture: pictureSchema,
  brochure: brochureSchema,
});

/** The courses themselves, which other pages and fragments show, too: each that the API sells. */
const coursesSchema = z.strictObject({ courses: z.array(courseSchema).length(COURSES.length) });

const coursesPageSchema = z.strictObject({
  meta: metaSchema,
  /** `call` leads down to the courses. */
  banner: openingSchema.extend({ call: shortText }),
  heading: shortText,
  chart: introSchema.extend({
    label: shortText,
    rows: z
      .array(z.strictObject({ label: shortText, values: z.array(z.string().min(1).max(80)).length(COURSES.length) }))
      .min(3)
      .max(7),
  }),
  steps: introSchema.extend({ items: z.array(stepSchema).length(4) }),
  oneOnOne: openingSchema.extend({ link: shortText }),
});

/** For pages of other teams that name courses. */
const coursePricesSchema = z.strictObject({
  label: shortText,
  oneOnOne: z.strictObject({
    headline: shortText,
    facts: z.array(factSchema).length(2),
    /** `{price}` is the lowest of its prices. */
    price: shortText.includes('{price}'),
  }),
});

const detailsSchema = z.strictObject({
  meta: metaSchema,
  label: shortText,
  lead: paragraph,
  introduction: storySchema,
  /** What to expect, who it is for, what it includes or what is learned. */
  chapters: z.array(chapterSchema).length(3),
  reels: reelsSchema,
  closing: introSchema,
});

const oneOnOneSchema = z.strictObject({
  meta: metaSchema,
  banner: openingSchema,
  introduction: storySchema,
  days: z.strictObject({ label: shortText, heading: shortText, items: z.array(chapterSchema).length(4) }),
  gain: z.strictObject({
    label: shortText,
    heading: z.literal('What You Will Gain'),
    points: z.array(pointSchema).length(6),
  }),
  reels: reelsSchema,
  enrol: introSchema.extend({
    online: z.strictObject({ offer: offerSchema, title: shortText, text: paragraph }),
    offline: z.strictObject({ offer: offerSchema, title: shortText, text: paragraph }),
  }),
  brochure: brochureSchema,
});

const successSchema = z.strictObject({
  meta: metaSchema,
  heading: z.literal('Payment Successful!'),
  text: paragraph,
  /** Instead of it while the bank has agreed and the money has not come. */
  authorized: paragraph,
  idLabel: shortText,
  next: z.array(shortText).length(3),
  /** A payment that nobody has confirmed yet. `receipt` stands where the confirmed payment's receipt will. */
  unconfirmed: introSchema.extend({ receipt: shortText, again: shortText }),
  failed: introSchema,
  /** All of its money has gone back. */
  returned: introSchema,
  missing: introSchema,
  home: shortText,
});

const enrolmentSchema = z.strictObject({
  title: shortText,
  text: paragraph,
  contact: shortText,
  /** When the money is given back; left out of the page while it is empty. */
  refunds: z.string().max(400),
  /** What is charged, beside the button that opens the payment. `{sum}` is the amount. */
  charge: z.strictObject({
    plusTax: paragraph.includes('{sum}').includes('{gst}'),
    whole: paragraph.includes('{sum}'),
    included: paragraph.includes('{sum}').includes('{gst}'),
  }),
  /** The tax's name, and with the rate that the owner has set. */
  gst: z.strictObject({ unset: shortText, known: shortText.includes('{rate}') }),
  /** Stays beside the form when a payment did not come about. */
  failed: paragraph.includes('{phone}'),
  /** When the course is held next, as the owner says, or how that is told. */
  dates: z.strictObject({ known: shortText.includes('{dates}'), unset: paragraph, placeToo: paragraph }),
  /** In the place of a price that cannot be paid now. */
  withoutPrice: z.strictObject({ unknown: shortText, full: shortText, closed: shortText }),
  /** In the place of the form of a course that takes nobody now. */
  withoutForm: z.strictObject({ full: paragraph, closed: paragraph }),
  pay: shortText,
  opening: shortText,
  confirming: shortText,
});

export const schemas = {
  courses: coursesSchema,
  'courses-page': coursesPageSchema,
  'course-prices': coursePricesSchema,
  details: detailsSchema,
  'one-on-one': oneOnOneSchema,
  success: successSchema,
  enrolment: enrolmentSchema,
} satisfies ContentSchemas;

/** What each of them holds once it is built. */
export type Content = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> };
