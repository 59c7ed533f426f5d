import {
  FRAGMENT_ATTRIBUTES,
  FRAGMENT_ELEMENT,
  FRAGMENT_FALLBACK_ATTRIBUTE,
  FRAGMENT_PLACED_EVENT,
  type PropsOf,
} from '@wholepage/contracts/fragment';
import type { FragmentWhen } from '@wholepage/contracts/render';
import { emptyHtml } from '@wholepage/federation/browser';
import { createElement, type ReactNode, useEffect } from 'react';
import styles from './RemoteFragment.module.css';

export interface RemoteFragmentProps<Of extends string = string, Name extends string = string> {
  /** The app that owns it. */
  of: Of;
  name: Name;
  /** JSON, of at most 2 kB. */
  props?: PropsOf<Of, Name>;
  /** Shown while it is not there, and when it is not available. */
  fallback?: ReactNode;
  /** The page's status depends on it. */
  required?: boolean;
  /** Left out: as its team declares it. */
  when?: FragmentWhen;
}

/** Written once, so that React never touches what the composer or the fragment's own root put there. */
const EMPTY = { __html: emptyHtml() };

/** A piece of another team's, rendered by its own release. Its content is not a part of this tree. */
export function RemoteFragment<Of extends string, Name extends string>({
  of,
  name,
  props,
  fallback,
  required,
  when,
}: RemoteFragmentProps<Of, Name>) {
  useEffect(() => void document.dispatchEvent(new Event(FRAGMENT_PLACED_EVENT)), []);
  const fragment = `${of}/${name}`;
  return (
    <>
      {createElement(FRAGMENT_ELEMENT, {
        // Another fragment is another element: the former one leaves with its own.
        key: fragment,
        [FRAGMENT_ATTRIBUTES.of]: fragment,
        ...(props !== undefined && { [FRAGMENT_ATTRIBUTES.props]: JSON.stringify(props) }),
        ...(required && { [FRAGMENT_ATTRIBUTES.required]: '' }),
        ...(when && { [FRAGMENT_ATTRIBUTES.when]: when }),
        suppressHydrationWarning: true,
        dangerouslySetInnerHTML: EMPTY,
      })}
      {fallback !== undefined && (
        <div {...{ [FRAGMENT_FALLBACK_ATTRIBUTE]: '' }} className={styles['fallback']}>
          {fallback}
        </div>
      )}
    </>
  );
}
