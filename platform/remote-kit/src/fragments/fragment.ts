import type { FragmentProps } from '@wholepage/contracts/fragment';
import type { PublicConfig } from '@wholepage/contracts/mount';
import type { FragmentWhen } from '@wholepage/contracts/render';
import type { ComponentType } from 'react';
import type { LoadContext, Loaded } from '../page';

/**
 * What a fragment's `load` may use. It runs on the server and, for new props, in the browser. `url` is the page's that holds the
 * fragment, `cookies` are those that the fragment declares.
 */
export interface FragmentContext<Props, Config extends PublicConfig = PublicConfig>
  extends Omit<LoadContext<Config>, 'params'> {
  props: Props;
}

/** Its `status` counts where the fragment is required; `maxAge` is the declaration's own when left out. */
export type LoadedFragment<Data> = Pick<Loaded<Data>, 'data' | 'status' | 'maxAge'>;

export interface FragmentDefinition<Props, Data, Config extends PublicConfig = PublicConfig> {
  /** Left out: the fragment is made of its props alone. */
  load?(context: FragmentContext<Props, Config>): LoadedFragment<Data> | Promise<LoadedFragment<Data>>;
  Component: ComponentType<{ props: Props; data: Data }>;
}

/** A fragment whose types only the fragment itself knows. */
export type AnyFragment = FragmentDefinition<FragmentProps, unknown>;

/** The type of {@link defineFragment} on a site whose settings are of this type. */
export type DefineFragment<Config extends PublicConfig> = <Props extends FragmentProps, Data = null>(
  definition: FragmentDefinition<Props, Data, Config>,
) => AnyFragment;

/** Ties a fragment's props and data to the component that shows them. */
export function defineFragment<Props extends FragmentProps, Data = null>(
  definition: FragmentDefinition<Props, Data>,
): AnyFragment {
  // Its schema has let these props through, and the kit hands `Component` only what this very `load` returned.
  return definition as AnyFragment;
}

/** How a remote declares a fragment, in `src/fragments/declared.ts`. */
export interface FragmentDeclaration {
  name: string;
  /** Left out: in the page's HTML. */
  when?: FragmentWhen;
  /** Seconds for which it may be reused; five minutes when left out. */
  maxAge?: number;
  /** Names of cookies that it reads: with any of them it is made for one visitor. */
  cookies?: readonly string[];
  /** False: it has no part in the browser, and costs none. */
  interactive: boolean;
  /** Its chunk is named `fragment-{name}`. */
  load(): Promise<{ fragment: AnyFragment }>;
}

export interface FragmentsDefinition {
  /** The remote's name. */
  name: string;
  fragments: readonly FragmentDeclaration[];
}
