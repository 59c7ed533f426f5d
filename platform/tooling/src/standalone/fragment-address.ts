import type { FragmentProps } from '@wholepage/contracts/fragment';

/** A fragment with props for the standalone page. */
export interface StandaloneFragment {
  name: string;
  props: FragmentProps;
}

const ADDRESS = /^\/(?:_standalone\/[^/]+\/[^/]+\/)?fragments\/([a-z][a-z0-9-]*)$/;

/** True for a path that shows a fragment instead of a page. */
export const isFragmentPath = (path: string): boolean => ADDRESS.test(path);

/**
 * Reads the fragment from a standalone address: `/fragments/line-card?props={"path":"/a"}`, also below
 * `/_standalone/{app}/{version}`.
 * @returns undefined for the address of a page
 * @throws Error when `props` is not a JSON object
 */
export function fragmentAt(url: URL): StandaloneFragment | undefined {
  const [, name] = ADDRESS.exec(url.pathname) ?? [];
  if (!name) return undefined;
  const text = url.searchParams.get('props') || '{}';
  const props: unknown = JSON.parse(text);
  if (typeof props !== 'object' || props === null || Array.isArray(props)) {
    throw new Error(`The props of a fragment are a JSON object, not ${text}.`);
  }
  return { name, props: { ...props } };
}

/** The standalone page's address of a fragment. */
export const addressOf = ({ name, props }: StandaloneFragment): string =>
  `/fragments/${name}?props=${encodeURIComponent(JSON.stringify(props))}`;
