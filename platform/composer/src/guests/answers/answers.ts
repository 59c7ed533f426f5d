import {
  deniedSchema,
  type FragmentResult,
  fragmentResultSchema,
  type RenderResult,
  redirectSchema,
  renderedPageSchema,
} from '@wholepage/contracts/render';
import * as z from 'zod';
import { RenderError } from '../../errors';
import { AROUND_FRAGMENT, AROUND_LAYOUT } from '../../html/elements';
import { whyNoFragment } from '../../html/parse-fragment';
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

const pageSchema = renderedPageSchema.extend({
  head: renderedPageSchema.shape.head.extend({
    canonical: z.string().max(2_048).refine(isOwnPath, 'is not a path of the site').optional(),
    image: addressSchema,
    jsonLd: bounded(renderedPageSchema.shape.head.shape.jsonLd),
  }),
  html: htmlSchema.superRefine((html, context) => {
    const why = whyNoFragment(html);
    if (why) context.addIssue({ code: 'custom', message: why });
  }),
  data: bounded(renderedPageSchema.shape.data),
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
const layoutPiecesSchema = z
  .object({ before: htmlSchema.min(1), after: htmlSchema.min(1) })
  .superRefine(({ before, after }, context) => {
    const why = whyNoFragment(before + after, AROUND_LAYOUT);
    if (why) context.addIssue({ code: 'custom', message: why });
  });
export type LayoutPieces = z.output<typeof layoutPiecesSchema>;

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

/** Where a page may send its visitors on to. */
interface RedirectScope {
  /** Address of the page. */
  url: string;
  /** Beside the site itself. */
  origins: readonly string[];
}

const isFor = (to: string, { url, origins }: RedirectScope): boolean => {
  if (!URL.canParse(to, url)) return false;
  const [target, page] = [new URL(to, url), new URL(url)];
  if (target.origin !== page.origin)
    return /^https?:\/\//.test(to) && origins.includes(target.origin) && !target.username && !target.password;
  const isItself = target.pathname === page.pathname && target.search === page.search;
  // Of `/.//other.example` a browser makes the address of another site.
  return /^\/[^\s\\\p{Cc}]*$/u.test(to) && !target.pathname.includes('//') && !isItself;
};

const redirectsWithin = (scope: RedirectScope) =>
  redirectSchema.extend({
    to: redirectSchema.shape.to.refine(
      (to) => isFor(to, scope),
      'is the page itself, or neither a path of the site nor of an origin that redirectOrigins in site.ts names',
    ),
    maxAge: z.number().min(0).max(LONGEST_MAX_AGE_SECONDS).optional(),
  });

/** @throws RenderError with what is wrong with a page that a guest answered */
export function readPage(answer: unknown, scope: RedirectScope): RenderResult {
  const given = typeof answer === 'object' && answer !== null ? answer : {};
  if ('to' in given) return read(redirectsWithin(scope), 'redirect', answer);
  if ('denied' in given) return read(deniedSchema, 'denied answer', answer);
  return read(pageSchema, 'page', answer);
}

/** @throws RenderError with what is wrong with a fragment that a guest answered */
export const readFragment = (answer: unknown): FragmentResult => read(fragmentSchema, 'fragment', answer);

/** @throws RenderError when the shell's release makes no layout with a place for a page */
export const readLayout = (answer: unknown): LayoutPieces => read(layoutPiecesSchema, 'layout', answer);

/** @returns no paths for a release that finds out none @throws RenderError when it is not a list of paths */
export const readSitemap = (answer: unknown): string[] => read(sitemapSchema, 'sitemap', answer) ?? [];

/** @throws RenderError when a release makes no text of a file that it declares */
export const readFile = (answer: unknown): string => read(fileSchema, 'file', answer);
