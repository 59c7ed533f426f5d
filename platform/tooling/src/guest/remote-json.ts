import { routePathSchema } from '@wholepage/contracts/release';
import { HOSTED_CONTRACTS } from '@wholepage/contracts/version';
import { hiddenRoute } from '@wholepage/page-rules/route-match';
import * as z from 'zod';

const { min, max } = HOSTED_CONTRACTS;
const hosted = { error: `must be a version that this platform hosts: ${min === max ? max : `${min} to ${max}`}` };

const routeSchema = z.strictObject({
  /** Such as `/guest/:id`. */
  path: routePathSchema,
  title: z.string().min(1).max(200),
  description: z.string().max(500).default(''),
  /** Label in the site's menu. */
  menu: z.string().min(1).max(40).optional(),
  /** What visitors see before scripts run, and without any. */
  html: z.string().max(200_000).default(''),
});

/** `remote.json`: what a remote that another bundler built says of itself beside its `mf-manifest.json`. */
export const remoteJsonSchema = z.strictObject({
  contract: z.int(hosted).min(min, hosted).max(max, hosted),
  /** Semantic version; the release's is this, a dash and a hash of all files. */
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0')
    .default('1.0.0'),
  routes: z
    .array(routeSchema, 'must list its pages')
    .min(1, 'must list its pages')
    .max(100, 'are at most 100')
    .refine(
      (routes) => !hiddenRoute(routes.map(({ path }) => path)),
      'must have each page before one whose pattern takes all its addresses',
    ),
  /** Paths at which its back end takes forms without scripts, such as `/guest/subscribe`. */
  actions: z.array(routePathSchema).max(50, 'are at most 50').default([]),
  /** What its `./app` is. */
  form: z.enum(['mount', 'bridge', 'component']).default('mount'),
  /** Trusted Types policies that its code makes. */
  policies: z
    .array(
      z.string().regex(/^[\w-]{1,60}$/, 'must be a name of letters, digits, "_" and "-"'),
      'must list the Trusted Types policies that its code creates, or be []',
    )
    .max(9, 'are at most 9'),
  /** One ES module with all that it needs, which exports `render`. */
  render: z.string().max(200).optional(),
});

export type RemoteJson = z.output<typeof remoteJsonSchema>;
