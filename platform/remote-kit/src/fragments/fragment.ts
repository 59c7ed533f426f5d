import type { FragmentProps } from '@wholepage/contracts/fragment';
import type { PublicConfig } from '@wholepage/contracts/mount';
import type { FragmentWhen } from '@wholepage/contracts/render';
import type { ComponentType } from 'react';
import type { LoadContext, Loaded } from '../page';

/**
 * Argument of a fragment's `load`, which runs on the server and, for new props, in the browser. `url` is the embedding
 * page's; `cookies` are those that the fragment declares.
 */
export interface FragmentContext<Props, Config extends PublicConfig = PublicConfig>
  extends Omit<LoadContext<Config>, 'params'> {
  props: Props;
}

/** Result of `load`. `status` counts for a required fragment; `maxAge` defaults to the declaration's. */
export type LoadedFragment<Data> = Pick<Loaded<Data>, 'data' | 'status' | 'maxAge'>;

export interface FragmentDefinition<Props, Data, Config extends PublicConfig = PublicConfig> {
  /** Left out, the fragment renders from its props. */
  load?(context: FragmentContext<Props, Config>): LoadedFragment<Data> | Promise<LoadedFragment<Data>>;
  Component: ComponentType<{ props: Props; data: Data }>;
}

/** A fragment without its own types. */
export type AnyFragment = FragmentDefinition<FragmentProps, unknown>;

/** Type of {@link defineFragment} on a site with settings of this type. */
export type DefineFragment<Config extends PublicConfig> = <Props extends FragmentProps, Data = null>(
  definition: FragmentDefinition<Props, Data, Config>,
) => AnyFragment;

/** Defines a fragment: its `load`, and the component for its props and data. */
export function defineFragment<Props extends FragmentProps, Data = null>(
  definition: FragmentDefinition<Props, Data>,
): AnyFragment {
  // Props are validated by its schema, and `Component` gets only the data of this `load`.
  return definition as AnyFragment;
}

/** Declaration of a fragment in `src/fragments/declared.ts`. */
export interface FragmentDeclaration {
  name: string;
  /** Default: `server`, in the page's HTML. */
  when?: FragmentWhen;
  /** Seconds for which it may be reused; default: five minutes. */
  maxAge?: number;
  /** Cookies that it reads. A request with any of them gets a render of its own. */
  cookies?: readonly string[];
  /** False: it has no browser part. */
  interactive: boolean;
  /** Its chunk is named `fragment-{name}`. */
  load(): Promise<{ fragment: AnyFragment }>;
}

export interface FragmentsDefinition {
  /** The remote's name. */
  name: string;
  fragments: readonly FragmentDeclaration[];
}
