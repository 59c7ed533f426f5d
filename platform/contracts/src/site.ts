import * as z from 'zod';
import type { ReleaseRoute } from './release/release';
import type { PublicConfig } from './remote/mount';
import type { RenderedPage } from './remote/render';

/** A link of the layout, as a content file holds it. */
export const linkSchema = z.strictObject({
  label: z.string().min(1),
  /** A path of the site. */
  href: z.string().regex(/^\/(?![/\\])/, 'must be a path such as /contact'),
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

/** An entry of the layout's menu. Pages whose releases ask for a place in it become such entries. */
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

/** A fact that several texts state. Content refers to it as `{fact:name}`; the owner changes it in one place. */
const factSchema = z.strictObject({
  /** The words that are put in its place. */
  text: z.string().min(1),
  /** Other ways in which somebody may state it: patterns that content must not hold. */
  instead: z.array(z.string().min(1)).default([]),
  /** Stands in until the owner has put in the real one. */
  sample: z.literal(true).optional(),
});

/** `facts.json`: every fact by its name. */
export const factsSchema = z.record(z.string().regex(/^[a-zA-Z]+$/), factSchema);

export type Facts = z.output<typeof factsSchema>;

/** A JSON file that the owner edits while the site runs. */
export interface ContentFile<Content = unknown> {
  /** The file, relative to the site's folder. */
  file: string;
  /** What it must hold, in words: "the links of the layout". */
  what: string;
  schema: z.ZodType<Content>;
}

/** What a site's own functions are given beside its settings. */
export interface SiteContext<Settings, Nav extends Navigation, Contents> {
  settings: Settings;
  /** The public address of the site, without a trailing slash. */
  siteOrigin: string;
  /** The file of links, with the menu entries that live releases ask for. */
  navigation: Nav;
  /** Each content file's present value, by its name. */
  content: Contents;
  /** An address as the reader needs it: for pages of other origins with the site's, where an empty one and a path mean the site. */
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

/** Sources that the policy of pages allows beside the site itself, by the directive that they belong to. */
export type PolicySources = z.output<typeof policySchema>;

/** A setting that must be set before the site runs with `NODE_ENV=production`. */
export interface ProductionRequirement {
  name: string;
  /** Said after "NAME is missing:": "name the public address of the site". */
  reason: string;
  /** True when what is set serves in production. Default: anything. */
  fits?: (env: NodeJS.ProcessEnv) => boolean;
}

/** Bytes after brotli that a page may cost before anyone touches it. */
export interface Budgets {
  scripts(route: ReleaseRoute): number;
  styles: number;
  /** Fonts wanted before the first paint. */
  fonts: number;
}

const bytes = z.int().min(0).max(10_000_000);

/** What a site allows a remote, as data: remotes in repositories of their own are held to it. */
export const siteAllowancesSchema = z.object({
  /** Sources that every page may use beside the site itself. */
  policy: policySchema,
  /** Bytes of scripts by path of a live route, and of any other. */
  scripts: z.record(z.string(), bytes),
  otherScripts: bytes,
  styles: bytes,
  fonts: bytes,
});
export type SiteAllowances = z.output<typeof siteAllowancesSchema>;

const text = z.string();

/** What pages need of `publicConfig`, whatever else a site gives them. */
export const publicConfigSchema = z.looseObject({
  siteOrigin: text,
  site: z.looseObject({ name: text, description: text, keywords: text, language: text }),
});

/** A site as remotes elsewhere see it. All of it is public: pages show it. */
export interface SiteDescription {
  config: PublicConfig;
  allows: SiteAllowances;
}

export interface ServicePort {
  variable: string;
  default: number;
}

/** What `wholepage deploy files` has to know of a program beyond its folder and port. */
export interface Deployment {
  /** Its port for operators and other servers alone. */
  privatePort?: ServicePort;
  /** Its processes by name, with their settings: several of the first, which answers requests, one of each other. Default: one. */
  processes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** True: it calls the private port of the site's API, which `API_PRIVATE_ORIGIN` then names. */
  callsApi?: boolean;
  /** Further public names beside `{service}.example.com`. */
  names?: readonly string[];
  /** The most that one request may send; default 64k. */
  bodyLimit?: string;
  /** True: it has settings, secrets and a user of its own, and none of the site's. */
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
  /** The program within its folder, built from `build`; default `dist/server.mjs`. */
  program?: string;
  /** A script that builds the program, or the TypeScript file that is bundled into it; default `src/server.ts`. */
  build?: { script: string } | { entry: string };
  nodeOptions?: readonly string[];
  /** The remote whose back end it is: named in `API_ORIGINS`. */
  backEndOf?: string;
  /** Sources outside its folder that need it built again, relative to the site's folder. */
  alsoMadeOf?: readonly string[];
  /** Whether it runs with these settings; default: always. */
  isWanted?(env: NodeJS.ProcessEnv): boolean;
  /** Settings that follow from others, such as another service's address. What is set already stays. */
  settingsFor?(env: NodeJS.ProcessEnv): Readonly<Record<string, string>>;
}

/** What stands in for an outside service in `wholepage trial` and `cluster`. Settings are made for each trial. */
export interface SiteTrial {
  /** The service of the site that stands in, by its name. */
  standIn: string;
  keys(): Record<string, string>;
  /** Settings of the servers. @param standInPort where they reach the stand-in */
  serverSettings(standInPort: number): Record<string, string>;
}

/** What a visitor may come for. Experiments count who reaches it. */
export interface SiteGoal {
  /** The event by which pages say it: `shop:order-placed`. */
  event?: string;
  /** Calls whose success confirms it, as browsers send them: `POST /api/orders`. */
  confirmedBy: readonly string[];
  /** The page to which a form without scripts leads on success. Other redirects confirm nothing. */
  thanks?: string;
}

export type SiteGoals = Readonly<Record<string, SiteGoal>>;

/** A service for the site's own people, at an address of its own. It prints `{title}: {address}`. */
export interface StaffService extends Program {
  title: string;
  /** Its command line saves its tables: `backup FILE`, `restore FILE`. `npm run api -- backup` saves them, too. */
  savesTables?: boolean;
  /** The setting that names its public address; in production it runs only where that is set. */
  originVariable: string;
  /** Sources and data beside its `dist` that its program reads, relative to the site's folder: its image holds them. */
  image?: readonly string[];
}

/** What `wholepage deploy files` has to know of a site beyond its services. */
export interface SiteDeployment {
  /** Posts that the API takes once however often they arrive: patterns of whole paths, as visitors send them and as they reach the API. */
  repeatable?: { site: string; api: string };
  /** The most that one request of a visitor may send; default 2m. */
  bodyLimit?: string;
  /** The site's own settings with values that show what they are like. */
  settings?: Readonly<Record<string, string>>;
}

/** All that the platform has to know of a site: what `site.ts` exports as its default. */
export interface SiteDefinition<
  Schema extends z.ZodType = z.ZodType,
  Nav extends Navigation = Navigation,
  Contents extends Record<string, unknown> = Record<string, unknown>,
  Config extends PublicConfig = PublicConfig,
> {
  /** Names of the site in messages: `the example`. */
  name: string;
  settings: Schema;
  /** Settings that production needs beside the composer's own. */
  production?: readonly ProductionRequirement[];
  navigation: ContentFile<Nav>;
  /** Further files that the owner edits, by name. */
  content?: { [Name in keyof Contents]: ContentFile<Contents[Name]> };
  publicConfig(context: SiteContext<z.output<Schema>, Nav, Contents>): Config;
  /** Sources that the policy allows on a page. @param allow what the page itself asked for */
  csp?(settings: z.output<Schema>, allow: RenderedPage['allow']): PolicySources;
  /** Origins that pages may read from while they are rendered, beside the site's API. */
  readableOrigins?(settings: z.output<Schema>): string[];
  /** Origins that pages may send visitors on to, beside the site itself; default: none. */
  redirectOrigins?(settings: z.output<Schema>): string[];
  /** What a remote's standalone page may load beside the release. */
  standaloneSources?(settings: z.output<Schema>): RenderedPage['allow'];
  /** Paths below `/api` that reach the API with this prefix instead of without it. */
  apiKeepsPrefix?: readonly string[];
  /** Paths below `/api` that search engines may fetch, such as `/api/pictures/`; default: none. */
  indexedApiPaths?: readonly string[];
  /** What experiments may count; the first one is the default. */
  goals?: SiteGoals;
  /** First segments of the paths that the site's API answers: no app has one of these names. */
  apiPaths?: readonly string[];
  /** Paths of service workers of a former site, such as `/sw.js`: a worker that ends itself answers there. */
  retiredWorkers?: readonly string[];
  budgets: Budgets;
  /** With which the names of the site's remotes begin: `shop-`. Default: nothing. */
  remotePrefix?: string;
  /** Port of the site; default `PORT`, 3000. */
  port?: ServicePort;
  /** Folder of the site's data below `DATA_DIR`; default: `DATA_DIR` itself. */
  dataFolder?: string;
  /** Programs that `start` and `dev` run beside the composer. */
  services?: readonly SiteService[];
  /** Services for the site's own people; `console` is the platform's own, the console of releases. */
  staff?: readonly (StaffService | 'console')[];
  /** Signs a visitor for tests in, for the gate's look at members' pages. @returns the cookies of the session, by name */
  testVisitor?(env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>>;
  trial?: SiteTrial;
  deploy?: SiteDeployment;
  /** Folders that apps are made of beside their own, relative to the site's: `dev` rebuilds them on a change there. */
  sharedSources?: readonly string[];
  /** Files that content may name, and facts that it may state, relative to the site's folder. */
  sources?: { pictures?: string; facts?: string };
  /** Folder of the gallery of components, relative to the site's: `npm run pictures -- shots` serves its `gallery/serve.ts`. */
  gallery?: string;
  /** Folder of files that the shell's release holds as `site/`, such as the icon; relative to the site's folder. */
  siteFiles?: string;
}
