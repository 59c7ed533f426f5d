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
  /** JSON of at most 2 kB. */
  props?: PropsOf<Of, Name>;
  /** Shown while it loads, and when it is unavailable. */
  fallback?: ReactNode;
  /** Whether the page takes over its error status. */
  required?: boolean;
  /** Default: the declaration's. */
  when?: FragmentWhen;
}

/** Constant content, so that React never touches what the composer or the fragment's own root rendered. */
const EMPTY = { __html: emptyHtml() };

/** A fragment of another team, rendered by its own release. Its content is not part of this React tree. */
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
        // Another fragment gets another element, and the former one unmounts with its own.
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
