import * as z from 'zod';
import type { ReleaseRoute } from './release/release';
import type { PublicConfig } from './remote/mount';
import type { RenderedPage } from './remote/render';

/** A link of the layout, from a content file. */
export const linkSchema = z.strictObject({
  label: z.string().min(1),
  /** A path of the site. */
  href: z.string().regex(/^\/(?![/\\])/, 'must be a path such as /contact'),
  /** Id of the section that a click opens on that page, without changing the address. */
  section: z.string().optional(),
});

const sectionSchema = z.strictObject({
  title: z.string().min(1),
  /** Whether its links are numbered. */
  numbered: z.boolean().default(false),
  links: z.array(linkSchema).min(1),
  /** A line below the links. */
  note: z.string().optional(),
});

/** An entry of the layout's menu. Routes with a `menu` label become entries, too. */
export const menuItemSchema = linkSchema.extend({
  /** Whether it stands out from the others. */
  accent: z.boolean().default(false),
  /** Sections of its submenu. */
  sections: z.array(sectionSchema).default([]),
});

export type NavigationLink = z.output<typeof linkSchema>;
export type MenuItem = z.output<typeof menuItemSchema>;

/** Navigation of every site; a site's own schema may hold more. */
export interface Navigation {
  menu: MenuItem[];
}

/** A fact that several texts state. Content refers to it as `{fact:name}`; the owner changes it in one place. */
const factSchema = z.strictObject({
  /** Words that replace the reference. */
  text: z.string().min(1),
  /** Patterns of other wordings, which content must not hold. */
  instead: z.array(z.string().min(1)).default([]),
  /** A sample until the owner enters the real fact. */
  sample: z.literal(true).optional(),
});

/** `facts.json`: facts by name. */
export const factsSchema = z.record(z.string().regex(/^[a-zA-Z]+$/), factSchema);

export type Facts = z.output<typeof factsSchema>;

/** A JSON file that the owner edits while the site runs. */
export interface ContentFile<Content = unknown> {
  /** The file, relative to the site's folder. */
  file: string;
  /** Its content in words, for messages: "the links of the layout". */
  what: string;
  schema: z.ZodType<Content>;
}

/** Argument of a site's own functions. */
export interface SiteContext<Settings, Nav extends Navigation, Contents> {
  settings: Settings;
  /** The public address of the site, without a trailing slash. */
  siteOrigin: string;
  /** The navigation file, with the menu entries of live releases. */
  navigation: Nav;
  /** Present values of the content files, by name. */
  content: Contents;
  /** Resolves an address for the reader: pages of other origins get an absolute one where a path or '' means the site. */
  address(of: string): string;
}

const sources = z.array(z.string().max(300)).max(100).optional();
const policySchema = z.strictObject({
  script: sources,
  frame: sources,
  connect: sources,
  img: sources,
  media: sources,
  form: sources,
});

/** Sources that the pages' policy allows beside the site itself, by directive. */
export type PolicySources = z.output<typeof policySchema>;

/** A setting that `NODE_ENV=production` requires. */
export interface ProductionRequirement {
  name: string;
  /** Continues the message "NAME is missing:": "name the public address of the site". */
  reason: string;
  /** Whether the value is fit for production. Default: any value is. */
  fits?: (env: NodeJS.ProcessEnv) => boolean;
}

/** Largest size of a page before the first interaction, in bytes after brotli. */
export interface Budgets {
  scripts(route: ReleaseRoute): number;
  styles: number;
  /** Fonts wanted before the first paint. */
  fonts: number;
}

const bytes = z.int().min(0).max(10_000_000);

/** What a site allows a remote, as data for remotes in their own repositories. */
export const siteAllowancesSchema = z.object({
  /** Sources that every page may use. */
  policy: policySchema,
  /** Bytes of scripts by path of a live route, and for all other routes. */
  scripts: z.record(z.string(), bytes),
  otherScripts: bytes,
  styles: bytes,
  fonts: bytes,
});
export type SiteAllowances = z.output<typeof siteAllowancesSchema>;

const text = z.string();

/** The part of `publicConfig` that every page needs. */
export const publicConfigSchema = z.looseObject({
  siteOrigin: text,
  site: z.looseObject({ name: text, description: text, keywords: text, language: text }),
});

/** A site as remotes in other repositories see it. All of it is public. */
export interface SiteDescription {
  config: PublicConfig;
  allows: SiteAllowances;
}

export interface ServicePort {
  variable: string;
  default: number;
}

/** Where a site and its API listen where no setting says otherwise. */
export const SITE_PORT: ServicePort = { variable: 'PORT', default: 3000 };
export const API_PORT: ServicePort = { variable: 'API_PORT', default: 3100 };

/** What `wholepage deploy files` needs to know of a program beyond its folder and port. */
export interface Deployment {
  /** The setting of its port for operators and other servers, which is ten above the public one unless set. */
  privatePort?: string;
  /** Processes by name, with their settings. The first answers requests and may run several times. Default: one process. */
  processes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** True: it calls the API's private port, and gets `API_PRIVATE_ORIGIN`. */
  callsApi?: boolean;
  /** Further public names beside `{service}.example.com`. */
  names?: readonly string[];
  /** Largest request body, as nginx writes sizes; default 64k. */
  bodyLimit?: string;
  /** True: it has its own settings, secrets and user, and none of the site's. */
  apart?: boolean;
}

interface Program {
  name: string;
  /** Its folder, relative to the site's. */
  folder: string;
  port: ServicePort;
  deploy?: Deployment;
}

/** A program that runs beside the composer. It answers `GET /healthz` at its port. */
export interface SiteService extends Program {
  /** The built program within its folder; default `dist/server.mjs`. */
  program?: string;
  /** A script that builds the program, or the TypeScript file to bundle; default `src/server.ts`. */
  build?: { script: string } | { entry: string };
  nodeOptions?: readonly string[];
  /** The remote whose back end it is; `API_ORIGINS` names it. */
  backEndOf?: string;
  /** Sources outside its folder whose change rebuilds it, relative to the site's folder. */
  alsoMadeOf?: readonly string[];
  /** Whether it runs with these settings; default: always. */
  isWanted?(env: NodeJS.ProcessEnv): boolean;
  /** Settings that derive from others, such as another service's address. They override nothing. */
  settingsFor?(env: NodeJS.ProcessEnv): Readonly<Record<string, string>>;
}

/** Stand-in for an outside service in `wholepage trial` and `cluster`. */
export interface SiteTrial {
  /** Name of the site's service that stands in. */
  standIn: string;
  /** Makes keys for each trial. */
  keys(): Record<string, string>;
  /** Settings of the servers. @param standInPort where they reach the stand-in */
  serverSettings(standInPort: number): Record<string, string>;
}

/** A visitor's goal, which experiments count. */
export interface SiteGoal {
  /** Event that reports it: `shop:order-placed`. */
  event?: string;
  /** Requests whose success confirms it, as browsers send them: `POST /api/orders`. */
  confirmedBy: readonly string[];
  /** Page that a form without scripts leads to on success. Other redirects confirm nothing. */
  thanks?: string;
}

export type SiteGoals = Readonly<Record<string, SiteGoal>>;

/** A service for the site's staff, at its own address. It prints `{title}: {address}`. */
export interface StaffService extends Program {
  title: string;
  /** True: its command line has `backup FILE` and `restore FILE`, which `npm run api -- backup` calls. */
  savesTables?: boolean;
  /** Setting with its public address. In production it runs only where that is set. */
  originVariable: string;
  /** Files beside its `dist` that its container image needs, relative to the site's folder. */
  image?: readonly string[];
}

/** What `wholepage deploy files` needs to know of a site beyond its services. */
export interface SiteDeployment {
  /** Idempotent posts of the API: patterns of whole paths, as visitors send them and as the API receives them. */
  repeatable?: { site: string; api: string };
  /** Largest request body of a visitor, as nginx writes sizes; default 2m. */
  bodyLimit?: string;
  /** Example values of the site's own settings. */
  settings?: Readonly<Record<string, string>>;
}

/** A site, as the default export of `site.ts` describes it to the platform. */
export interface SiteDefinition<
  Schema extends z.ZodType = z.ZodType,
  Nav extends Navigation = Navigation,
  Contents extends Record<string, unknown> = Record<string, unknown>,
  Config extends PublicConfig = PublicConfig,
> {
  /** The site's name in messages: `the example`. */
  name: string;
  settings: Schema;
  /** Settings that production requires beside the composer's. */
  production?: readonly ProductionRequirement[];
  navigation: ContentFile<Nav>;
  /** Further files that the owner edits, by name. */
  content?: { [Name in keyof Contents]: ContentFile<Contents[Name]> };
  publicConfig(context: SiteContext<z.output<Schema>, Nav, Contents>): Config;
  /** Sources that a page's policy allows. @param allow what the page asked for */
  csp?(settings: z.output<Schema>, allow: RenderedPage['allow']): PolicySources;
  /** Origins that server renders may read from, beside the site's API. */
  readableOrigins?(settings: z.output<Schema>): string[];
  /** Origins that pages may redirect to, beside the site itself; default: none. */
  redirectOrigins?(settings: z.output<Schema>): string[];
  /** Origins that a remote's standalone page may use beside its release. */
  standaloneSources?(settings: z.output<Schema>): RenderedPage['allow'];
  /** Paths that reach the API with their `/api` prefix instead of without it. */
  apiKeepsPrefix?: readonly string[];
  /** Paths below `/api` that search engines may fetch, such as `/api/pictures/`; default: none. */
  indexedApiPaths?: readonly string[];
  /** Goals for experiments; the first one is the default. */
  goals?: SiteGoals;
  /** First segments of the API's paths. No app may have one of these names. */
  apiPaths?: readonly string[];
  /** Paths of a former site's service workers, such as `/sw.js`. A worker that unregisters itself answers there. */
  retiredWorkers?: readonly string[];
  budgets: Budgets;
  /** Prefix of the remotes' names: `shop-`. Default: none. */
  remotePrefix?: string;
  /** The site's port; default `PORT`, 3000. */
  port?: ServicePort;
  /** Data folder below `DATA_DIR`; default: `DATA_DIR` itself. */
  dataFolder?: string;
  /** Programs that `start` and `dev` run beside the composer. */
  services?: readonly SiteService[];
  /** Services for the site's staff; `console` is the platform's console of releases. */
  staff?: readonly (StaffService | 'console')[];
  /** Signs a test visitor in, so that the gate sees members' pages. @returns cookies of the session, by name */
  testVisitor?(env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>>;
  trial?: SiteTrial;
  deploy?: SiteDeployment;
  /** Folders with sources of several apps, relative to the site's folder. `dev` watches them. */
  sharedSources?: readonly string[];
  /** Folder of pictures and file of facts that content refers to, relative to the site's folder. */
  sources?: { pictures?: string; facts?: string };
  /** Folder of the component gallery, relative to the site's folder. `npm run pictures -- shots` runs its `serve.ts`. */
  gallery?: string;
  /** Folder of files that the shell's release holds as `site/`, such as the icon, relative to the site's folder. */
  siteFiles?: string;
}
