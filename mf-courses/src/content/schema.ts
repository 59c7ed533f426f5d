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

/** A course variant on sale. The editor names the variant; label, price and description come from `COURSE_CATALOGUE`. */
const offerSchema = z.enum(COURSES).transform((variant) => ({ variant, ...COURSE_CATALOGUE[variant] }));

/** A list item: a title and its explanation. */
const pointSchema = z.strictObject({ title: shortText, text: z.string().min(10).max(220) });

/** One part of an accordion. `numbered` points follow each other in order. */
const chapterSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  heading: shortText,
  text: paragraph,
  numbered: z.boolean().default(false),
  points: z.array(pointSchema).min(3).max(14),
});

const reelSchema = z.strictObject({
  title: z.string().min(2).max(50),
  /** Description of the video, for visitors who do not see it. */
  text: z.string().min(10).max(220),
  video: fileSchema,
  poster: pictureSchema,
});

const reelsSchema = introSchema.extend({ items: z.array(reelSchema).min(3).max(6) });

/** A PDF of this content, made by `npm run pictures brochures`. */
const brochureSchema = fileSchema;

/** A line of a course's tag, such as `Length`, `7 days`. */
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

/** All courses that the API sells. Other pages and fragments show them, too. */
const coursesSchema = z.strictObject({ courses: z.array(courseSchema).length(COURSES.length) });

const coursesPageSchema = z.strictObject({
  meta: metaSchema,
  /** `call` labels the link down to the courses. */
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

/** Texts of the fragment `course-prices`, which other teams' pages show. */
const coursePricesSchema = z.strictObject({
  label: shortText,
  oneOnOne: z.strictObject({
    headline: shortText,
    facts: z.array(factSchema).length(2),
    /** `{price}` stands for the lowest price of the course. */
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
  /** Replaces `text` while the bank has authorised the payment but the money has not arrived. */
  authorized: paragraph,
  idLabel: shortText,
  next: z.array(shortText).length(3),
  /** Texts for an unconfirmed payment. `receipt` is the heading in the place of the later receipt. */
  unconfirmed: introSchema.extend({ receipt: shortText, again: shortText }),
  failed: introSchema,
  /** Texts for a payment that was refunded in full. */
  returned: introSchema,
  missing: introSchema,
  home: shortText,
});

const enrolmentSchema = z.strictObject({
  title: shortText,
  text: paragraph,
  contact: shortText,
  /** Terms of refunds; the page leaves them out while they are empty. */
  refunds: z.string().max(400),
  /** The charge, stated above the button that opens the payment. `{sum}` stands for the amount. */
  charge: z.strictObject({
    plusTax: paragraph.includes('{sum}').includes('{gst}'),
    whole: paragraph.includes('{sum}'),
    included: paragraph.includes('{sum}').includes('{gst}'),
  }),
  /** `unset`: the tax's name alone; `known`: its name with the rate that the owner has set. */
  gst: z.strictObject({ unset: shortText, known: shortText.includes('{rate}') }),
  /** A note in the form after a failed attempt to pay. */
  failed: paragraph.includes('{phone}'),
  /** `known`: the owner's next dates. The others: how visitors will hear of dates, and of the place, too. */
  dates: z.strictObject({ known: shortText.includes('{dates}'), unset: paragraph, placeToo: paragraph }),
  /** Shown instead of the price while the course cannot be bought. */
  withoutPrice: z.strictObject({ unknown: shortText, full: shortText, closed: shortText }),
  /** Shown instead of the form while the course takes no enrolments. */
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

/** Each schema's content, as the build writes it. */
export type Content = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> };
