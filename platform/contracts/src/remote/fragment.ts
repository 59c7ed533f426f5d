import type { RemoteOnPage } from '../page/page';
import type { EventDeclarations } from './events';
import type { MountProps, PublicConfig, ShellApi } from './mount';
import type { FragmentAnswer, RenderRequest } from './render';

/** Limits of every site, whatever its remotes request. */
export const FRAGMENT_LIMITS = {
  /** A fragment within a fragment within a fragment of a page; one more is left out. */
  depth: 3,
  perPage: 30,
  /** Props as JSON. */
  propsBytes: 2_048,
  /** HTML of one fragment, those within it left out, in characters. */
  html: 512 * 1024,
} as const;

/** The element that holds a fragment, on the server and in the browser. */
export const FRAGMENT_ELEMENT = 'fragment-slot';
/** Sibling of the element, shown instead of it while the state is `fallback`. */
export const FRAGMENT_FALLBACK_ATTRIBUTE = 'data-fragment-fallback';

/** Event on `document` when a page places a fragment. The browser's part of fragments is loaded then, if it is missing. */
export const FRAGMENT_PLACED_EVENT = 'fragment-placed';

/** Attributes of {@link FRAGMENT_ELEMENT}. Who places a fragment writes the first four; the composer and the browser the others. */
export const FRAGMENT_ATTRIBUTES = {
  /** `{app}/{name}` */
  of: 'data-fragment',
  /** Props as JSON; left out when there are none. */
  props: 'data-props',
  /** The page's status depends on it. */
  required: 'data-required',
  /** One of {@link FragmentWhen}; the declaration's own when left out. */
  when: 'data-when',
  /** Names this very place on its page. */
  key: 'data-key',
  state: 'data-state',
} as const;

/** `pending`: not there yet; `ready`: its HTML is there; `fallback`: it is not available. */
export type FragmentState = 'pending' | 'ready' | 'fallback';

/** JSON that a fragment is given by who places it. */
export type FragmentProps = Record<string, unknown>;

declare global {
  /** Props of live fragments by `{app}/{name}`: `npm run wholepage -- types` fills it. One that is not in here takes any props. */
  interface LiveFragments {}
}

/** Props of a fragment, as its live release takes them. */
export type PropsOf<Of extends string, Name extends string> = `${Of}/${Name}` extends keyof LiveFragments
  ? LiveFragments[`${Of}/${Name}`]
  : FragmentProps;

/** What a remote's server entry `renderFragment` is given. */
export interface RenderFragmentRequest<Config extends PublicConfig = PublicConfig> extends RenderRequest<Config> {
  name: string;
  props: FragmentProps;
  /** Absolute address of the page that holds it; of fragments that are cached for every page: of the site's root. */
  url: string;
}

/** In HTML this stands for the key of the place, which is known to the composer alone. */
export const FRAGMENT_KEY_MARK = '__fragment_key__';

/** A remote's server entry for its fragments. @throws for a name that it does not have, and for props that do not fit */
export type RenderFragment<Config extends PublicConfig = PublicConfig> = (
  request: RenderFragmentRequest<Config>,
) => Promise<FragmentAnswer>;

/** What the browser asks for at {@link fragmentPath}. */
export interface FragmentResponse {
  html: string;
  data: unknown;
  /** Addresses of scripts and styles that it needs, those of fragments within it included. */
  js: string[];
  css: string[];
  /** Versions that made it, by app. */
  releases: Record<string, string>;
  /** Fragments of which the browser has a part, by key; its own has the key that was asked for. */
  fragments: Record<string, FragmentOnPage>;
  remotes: RemoteOnPage[];
}

export const FRAGMENTS_PATH = '/_fragments/';

/** Where a fragment is had by itself. @param props JSON; empty for none @param set id of the page's @param key of its place on the page */
export const fragmentPath = (of: string, props: string, set: string, key: string): string =>
  `${FRAGMENTS_PATH}${of}?${new URLSearchParams({ ...(props && { props }), set, key })}`;

export interface FragmentOnPage {
  app: string;
  name: string;
  data: unknown;
}

/** What a fragment's browser part is given. */
export interface FragmentMountProps<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi>
  extends Pick<MountProps<Config, Shell>, 'slot' | 'config' | 'data' | 'shell'> {
  name: string;
  /** Names this place on the page: ids that it makes begin with it. */
  key: string;
  props: FragmentProps;
}

/** The lifecycles of a fragment: those of a single-spa parcel. */
export interface FragmentApp<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  bootstrap?(props: FragmentMountProps<Config, Shell>): Promise<void>;
  mount(props: FragmentMountProps<Config, Shell>): Promise<void>;
  /** Without it, new props mount the fragment again. */
  update?(props: FragmentMountProps<Config, Shell>): Promise<void>;
  unmount(props: FragmentMountProps<Config, Shell>): Promise<void>;
}

/** What a remote exposes as `./fragments`: its fragments by name. */
export interface FragmentsModule {
  fragments: Readonly<Record<string, () => Promise<FragmentApp>>>;
  events?: EventDeclarations;
}
