import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../errors';
import { checkoutHosts, originList } from './checkout-hosts';
import { foreignOrigins } from './foreign-origins';
import { readSiteContent } from './site-content';

const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''));
const host = z.union([z.literal(''), z.string().regex(/^\/[\w/-]*$/), address]);

const environmentSchema = z.object({
  PORT: port.default(3000),
  COMPOSER_PRIVATE_PORT: port.optional(),
  HOST: z.string().default('::'),
  API_PORT: port.default(3100),
  API_ORIGIN: address.optional(),
  PAYMENT_SANDBOX_PORT: port.default(3200),
  DATA_DIR: z.string().min(1).default('var'),
  RELEASES_URL: z.string().default(''),
  RELEASE_KEYS: z.string().default(''),
  STEP_SIGNING_KEY: z.string().default(''),
  PRIVATE_STORE_URL: z.string().default(''),
  SITE_ORIGIN: address.optional(),
  COMPANY_FILE: z.string().min(1).default('company.json'),
  NAVIGATION_FILE: z.string().min(1).default('navigation.json'),
  FORM_HOST: host.default('/api'),
  STUDIO_HOST: host.default('/api'),
  BLOG_HOST: host.default('/api'),
  COURSE_HOST: host.default('/api'),
  EMAILJS_ORIGIN: host.default(''),
  EMAILJS_PUBLIC_KEY: z.string().default('local_public_key'),
  EMAILJS_SERVICE_ID: z.string().default('local_service'),
  EMAILJS_TEMPLATE_HOME: z.string().default('template_home'),
  EMAILJS_TEMPLATE_MODAL: z.string().default('template_modal'),
  EMAILJS_TEMPLATE_CONTACT: z.string().default('template_contact'),
  PAYMENT_KEY_ID: z.string().default('rzp_test_sandbox'),
  PAYMENT_CHECKOUT_URL: address.optional(),
  PAYMENT_CSP_SCRIPT: originList,
  PAYMENT_CSP_FRAME: originList,
  PAYMENT_CSP_CONNECT: originList,
  PAYMENT_CSP_IMG: originList,
  RENDER_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  RENDER_TIMEOUT_MS: z.coerce.number().int().min(50).max(10_000).default(2_000),
  FRAGMENTS_TIMEOUT_MS: z.coerce.number().int().min(20).max(5_000).default(400),
  RENDER_MEMORY_MB: z.coerce.number().int().min(96).max(2048).default(192),
  DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BEHIND_PROXY: z.enum(['0', '1']).default('0'),
  DEV_RELOAD: z.enum(['0', '1']).default('0'),
  COMPOSITION_TOKEN: z.string().default(''),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), address]).default(''),
  PURGE_URL: z.union([z.literal(''), address]).default(''),
  PURGE_TOKEN: z.string().default(''),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'it must be production, development or test' })
    .default('development'),
  DEVELOPER_ACCESS: z
    .enum(['', 'network'], { error: 'it must be network, or empty for this machine alone' })
    .default(''),
  FEDERATION_ORIGINS: foreignOrigins,
});

/** Beside the one that visitors come to; any free one beside any free one. */
const privatePortBeside = (port: number): number => (port === 0 ? 0 : Math.min(port + 10, 65_535));

export type Settings = ReturnType<typeof readSettings>;

/**
 * The composer's settings from the environment.
 * @param root folder against which relative paths are read
 * @throws SettingsError naming the variable at fault
 */
export function readSettings(env: NodeJS.ProcessEnv, root: string) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingsError(`${issue?.path.join('.')} is not usable: ${issue?.message}.`);
  }
  const values = parsed.data;
  const checkoutUrl = values.PAYMENT_CHECKOUT_URL ?? `http://localhost:${values.PAYMENT_SANDBOX_PORT}/checkout.js`;
  const at = (path: string) => (isAbsolute(path) ? path : join(root, path));
  const dataDir = at(values.DATA_DIR);
  const releases = values.RELEASES_URL || join(dataDir, 'releases');
  const contentFiles = { company: at(values.COMPANY_FILE), navigation: at(values.NAVIGATION_FILE) };
  return {
    ...values,
    privatePort: values.COMPOSER_PRIVATE_PORT ?? privatePortBeside(values.PORT),
    dataDir,
    store: /^(https?|s3):/.test(releases) ? releases : at(releases),
    privateStore: /^s3:/.test(values.PRIVATE_STORE_URL)
      ? values.PRIVATE_STORE_URL
      : at(values.PRIVATE_STORE_URL || join(dataDir, 'private')),
    apiOrigin: values.API_ORIGIN ?? `http://127.0.0.1:${values.API_PORT}`,
    siteOrigin: values.SITE_ORIGIN ?? `http://localhost:${values.PORT}`,
    checkoutUrl,
    checkoutHosts: checkoutHosts(values, checkoutUrl),
    contentFiles,
    /** As it is at the start. */
    content: readSiteContent(contentFiles),
  };
}
