import type { RemoteOnPage } from '../page/page';
import type { EventDeclarations } from './events';
import type { MountProps, PublicConfig, ShellApi } from './mount';
import type { FragmentAnswer, RenderRequest } from './render';

/** Limits for fragments on every site. */
export const FRAGMENT_LIMITS = {
  /** Levels of fragments within fragments; deeper ones are left out. */
  depth: 3,
  perPage: 30,
  /** Props as JSON. */
  propsBytes: 2_048,
  /** Characters of one fragment's own HTML. */
  html: 512 * 1024,
} as const;

/** The element that holds a fragment, on the server and in the browser. */
export const FRAGMENT_ELEMENT = 'fragment-slot';
/** Marks the sibling that is shown while the element's state is `fallback`. */
export const FRAGMENT_FALLBACK_ATTRIBUTE = 'data-fragment-fallback';

/** Event on `document` when a page places a fragment. It loads the browser part of fragments if needed. */
export const FRAGMENT_PLACED_EVENT = 'fragment-placed';

/** Attributes of {@link FRAGMENT_ELEMENT}. The embedding page writes the first four, the composer and the browser the others. */
export const FRAGMENT_ATTRIBUTES = {
  /** `{app}/{name}` */
  of: 'data-fragment',
  /** Props as JSON; left out when empty. */
  props: 'data-props',
  /** The page takes over the fragment's error status. */
  required: 'data-required',
  /** A {@link FragmentWhen}; default: the declaration's. */
  when: 'data-when',
  /** Identifies the place on its page. */
  key: 'data-key',
  state: 'data-state',
} as const;

/** `pending`: still loading; `ready`: HTML in place; `fallback`: not available. */
export type FragmentState = 'pending' | 'ready' | 'fallback';

/** JSON that the embedding page gives a fragment. */
export type FragmentProps = Record<string, unknown>;

declare global {
  /** Props of live fragments by `{app}/{name}`; `npm run wholepage -- types` fills it. Others take any props. */
  interface LiveFragments {}
}

/** Props type of a live fragment. */
export type PropsOf<Of extends string, Name extends string> = `${Of}/${Name}` extends keyof LiveFragments
  ? LiveFragments[`${Of}/${Name}`]
  : FragmentProps;

/** Argument of a remote's `renderFragment`. */
export interface RenderFragmentRequest<Config extends PublicConfig = PublicConfig> extends RenderRequest<Config> {
  name: string;
  props: FragmentProps;
  /** Absolute address of the embedding page; of the site's root for a fragment that is cached for all pages. */
  url: string;
}

/** Placeholder in the HTML for the key, which only the composer knows. */
export const FRAGMENT_KEY_MARK = '__fragment_key__';

/** A remote's server entry for fragments. @throws for an unknown name and for props that do not match */
export type RenderFragment<Config extends PublicConfig = PublicConfig> = (
  request: RenderFragmentRequest<Config>,
) => Promise<FragmentAnswer>;

/** Response to a request for {@link fragmentPath}. */
export interface FragmentResponse {
  html: string;
  data: unknown;
  /** Addresses of its scripts and styles, nested fragments included. */
  js: string[];
  css: string[];
  /** Versions of its apps. */
  releases: Record<string, string>;
  /** Fragments with a browser part, by key; the fragment itself has the requested key. */
  fragments: Record<string, FragmentOnPage>;
  remotes: RemoteOnPage[];
}

export const FRAGMENTS_PATH = '/_fragments/';

/** Address of a single fragment. @param props JSON; empty for none @param set id of the page's set @param key of its place */
export const fragmentPath = (of: string, props: string, set: string, key: string): string =>
  `${FRAGMENTS_PATH}${of}?${new URLSearchParams({ ...(props && { props }), set, key })}`;

export interface FragmentOnPage {
  app: string;
  name: string;
  data: unknown;
}

/** Argument of a fragment's lifecycles. */
export interface FragmentMountProps<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi>
  extends Pick<MountProps<Config, Shell>, 'slot' | 'config' | 'data' | 'shell'> {
  name: string;
  /** Identifies the place on the page; prefix for ids in its HTML. */
  key: string;
  props: FragmentProps;
}

/** Lifecycles of a fragment, as of a single-spa parcel. */
export interface FragmentApp<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  bootstrap?(props: FragmentMountProps<Config, Shell>): Promise<void>;
  mount(props: FragmentMountProps<Config, Shell>): Promise<void>;
  /** Left out, new props remount the fragment. */
  update?(props: FragmentMountProps<Config, Shell>): Promise<void>;
  unmount(props: FragmentMountProps<Config, Shell>): Promise<void>;
}

/** Module that a remote exposes as `./fragments`: its fragments by name. */
export interface FragmentsModule {
  fragments: Readonly<Record<string, () => Promise<FragmentApp>>>;
  events?: EventDeclarations;
}
