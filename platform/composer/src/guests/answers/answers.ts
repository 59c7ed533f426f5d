import { type FragmentResult, fragmentResultSchema } from '@wholepage/contracts/fragment-schema';
import { type RenderResult, renderResultSchema } from '@wholepage/contracts/render';
import * as z from 'zod';
import { RenderError } from '../../errors';
import { whyNoFragment } from '../../html/check-fragment';
import { AROUND_FRAGMENT, AROUND_FRAME } from '../../html/places';
import { scriptText } from '../../pages/document/html';

/** Bytes. Our longest page is a fiftieth of it. */
const LARGEST_HTML = 2 * 1024 * 1024;
/** Bytes of data as they stand in the page: a `<` has six. */
const LARGEST_DATA = 512 * 1024;
const LONGEST_MAX_AGE_SECONDS = 365 * 24 * 3_600;
const REASONS = 3;

/** Any origin serves to read a path by. */
const SOME_ORIGIN = 'http://site.invalid';

const isAddress = (value: string): boolean =>
  URL.canParse(value, SOME_ORIGIN) && /^https?:$/.test(new URL(value, SOME_ORIGIN).protocol);

/** The page itself, or another of the site: search engines would list the address of another site in its place. */
const isOwnPath = (value: string): boolean => {
  if (!URL.canParse(value, SOME_ORIGIN)) return false;
  const { href, pathname } = new URL(value, SOME_ORIGIN);
  // `blob:` has the origin of what is behind it.
  return href.startsWith(`${SOME_ORIGIN}/`) && !pathname.startsWith('//');
};

const addressSchema = z.string().max(2_048).refine(isAddress, 'is not an address of the web').optional();

/** @param json of a length that is bounded already by the message that it came in */
const isSmall = (json: string): boolean =>
  json.length <= LARGEST_DATA && Buffer.byteLength(scriptText(json)) <= LARGEST_DATA;

const bounded = <T extends z.ZodType>(schema: T): T =>
  schema.refine(
    (value) => isSmall(JSON.stringify(value) ?? ''),
    `has more than ${LARGEST_DATA} bytes as it is written`,
  );

const htmlSchema = z.string().refine((html) => Buffer.byteLength(html) <= LARGEST_HTML, {
  error: `has more than ${LARGEST_HTML} bytes`,
  abort: true,
});

const pageSchema = renderResultSchema.extend({
  head: renderResultSchema.shape.head.extend({
    canonical: z.string().max(2_048).refine(isOwnPath, 'is not a path of the site').optional(),
    image: addressSchema,
    jsonLd: bounded(renderResultSchema.shape.head.shape.jsonLd),
  }),
  html: htmlSchema.superRefine((html, context) => {
    const why = whyNoFragment(html);
    if (why) context.addIssue({ code: 'custom', message: why });
  }),
  data: bounded(renderResultSchema.shape.data),
  maxAge: z.number().min(0).max(LONGEST_MAX_AGE_SECONDS),
});

const fragmentSchema = fragmentResultSchema.extend({
  html: fragmentResultSchema.shape.html.superRefine((html, context) => {
    const why = whyNoFragment(html, AROUND_FRAGMENT);
    if (why) context.addIssue({ code: 'custom', message: why });
  }),
  data: bounded(fragmentResultSchema.shape.data),
});

/** The shell's header and footer, as HTML before and after the place of the page. */
const framePiecesSchema = z
  .object({ before: htmlSchema.min(1), after: htmlSchema.min(1) })
  .superRefine(({ before, after }, context) => {
    const why = whyNoFragment(before + after, AROUND_FRAME);
    if (why) context.addIssue({ code: 'custom', message: why });
  });
export type FramePieces = z.output<typeof framePiecesSchema>;

/** A path as it may stand in `sitemap.xml`. */
const PATH = /^\/(?!\/)[^\s<>"\\\p{Cc}]*$/u;
const sitemapSchema = z.array(z.string().max(2_048).regex(PATH)).max(50_000).nullable();

/** Two million characters of a feed are thousands of posts. */
const fileSchema = z.string().min(1).max(2_000_000);

const read = <T extends z.ZodType>(schema: T, what: string, answer: unknown): z.output<T> => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues
    .slice(0, REASONS)
    .map(({ path, message }) => (path.length > 0 ? `${path.slice(0, 4).join('.')} ${message}` : message).slice(0, 200));
  throw new RenderError(`its ${what} is refused: ${reasons.join('; ')}`);
};

/** @throws RenderError with what is wrong with a page that a guest answered */
export const readPage = (answer: unknown): RenderResult => read(pageSchema, 'page', answer);

/** @throws RenderError with what is wrong with a fragment that a guest answered */
export const readFragment = (answer: unknown): FragmentResult => read(fragmentSchema, 'fragment', answer);

/** @throws RenderError when the shell's release makes no frame with a place for a page */
export const readFrame = (answer: unknown): FramePieces => read(framePiecesSchema, 'frame', answer);

/** @returns no paths for a release that finds out none @throws RenderError when it is not a list of paths */
export const readSitemap = (answer: unknown): string[] => read(sitemapSchema, 'sitemap', answer) ?? [];

/** @throws RenderError when a release makes no text of a file that it declares */
export const readFile = (answer: unknown): string => read(fileSchema, 'file', answer);
