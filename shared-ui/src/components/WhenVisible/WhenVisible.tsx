import { RECOVERED_EVENT } from '@wholepage/contracts/page';
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from '../../lib/by-react-version';
import styles from './WhenVisible.module.css';

/** A component whose code is fetched when its place comes near the viewport. */
export interface DeferredComponent<Props extends object = object> {
  (props: Props): ReactNode;
  /** The server calls it before it renders, because it waits for nothing while it does. */
  preload(): Promise<void>;
}

/**
 * Splits off a part of the page that is below the fold. Its server-made HTML stands, readable and usable as plain
 * HTML, until the code is here. Should that fail, it goes on standing and the next approach tries again.
 * @param name the part's own within the site, so that its HTML is found again
 */
export function whenVisible<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): DeferredComponent<Props> {
  const part: Part<Props> = { name, waiting: new Set(), preload };
  async function preload() {
    const component = await load();
    part.component = component;
    for (const settle of part.waiting) settle(component);
  }
  return Object.assign((props: Props) => <Place part={part} given={props} />, { preload });
}

/**
 * What a page's `load` returns. A browser gets it at once, because the page does not wait for the parts that come later.
 * The server waits for those, because it renders everything in one go.
 */
export function preloaded<Loaded>(
  loaded: Loaded,
  ...parts: Pick<DeferredComponent, 'preload'>[]
): Loaded | Promise<Loaded> {
  if (typeof document !== 'undefined') return loaded;
  return Promise.all(parts.map((part) => part.preload())).then(() => loaded);
}

/** A part of a page whose code comes late, wherever it is shown. */
interface Part<Props> {
  name: string;
  /** Once it is here. */
  component?: ComponentType<Props>;
  /** A copy of what the server made. It stands in until the code is here: in a page made from scratch, and for who goes back. */
  made?: Node | undefined;
  /** Of the places that wait for the code. A promise that all shared would keep every page that was left before it came. */
  waiting: Set<(component: ComponentType<Props>) => void>;
  preload(): Promise<void>;
}

function Place<Props extends object>({ part, given }: { part: Part<Props>; given: Props }) {
  const [{ Later, settle }] = useState(later<Props>);
  const place = useRef<HTMLDivElement>(null);
  const watch = useRef<Watch>({ arrived: false });
  useEffect(() => {
    if (part.component) settle(part.component);
    part.waiting.add(settle);
    return () => {
      part.waiting.delete(settle);
    };
  }, [part, settle]);
  useEffect(() => {
    if (!place.current || watch.current.arrived) return;
    const start = () =>
      part.preload().then(
        () => true,
        () => false,
      );
    const submits = holdSubmits(place.current, start);
    const leave = onVisible(place.current, start);
    watch.current.submits = submits;
    return () => {
      submits.stop();
      leave();
    };
  }, [part]);
  // The server cannot wait for `lazy`. Both sides have the boundary, and that is what hydration goes by.
  const [Now] = useState<ComponentType<Props>>(() => part.component ?? Later);
  // React has not yet taken away what it could not take over.
  const [standIn] = useState(() => {
    part.made ??= globalThis.document?.querySelector(`[data-part="${part.name}"]`)?.cloneNode(true);
    return (room: Element | null) => {
      const { current } = watch;
      room?.replaceChildren(...(part.made?.cloneNode(true).childNodes ?? []));
      // Who leaves before the code is here comes back to what they typed.
      if (!room) part.made = current.copy?.cloneNode(true);
      current.copy = room ?? current.copy;
    };
  });
  return (
    <div ref={place} data-part={part.name}>
      <Suspense fallback={<div className={styles.room} ref={standIn} />}>
        <Now {...given} />
        <Arrival watch={watch} place={place} />
      </Suspense>
    </div>
  );
}

/** A component that is shown once it is settled which it is. */
function later<Props extends object>() {
  let settle: (part: ComponentType<Props>) => void = () => {};
  const arrival = new Promise<{ default: ComponentType<Props> }>((resolve) => {
    settle = (part) => resolve({ default: part });
  });
  return { Later: lazy(() => arrival), settle };
}

interface Watch {
  arrived: boolean;
  submits?: HeldSubmits;
  /** What stood in. */
  copy?: Element | undefined;
}

/** Marks that what stands before it has been taken over. Its effect comes before that of the place around it. */
function Arrival({ watch, place }: { watch: RefObject<Watch>; place: RefObject<Element | null> }) {
  useBrowserLayoutEffect(() => {
    const { copy } = watch.current;
    // What is changed from here on, React may have changed.
    place.current?.toggleAttribute('data-live', true);
    // The host has what was typed into a copy put where it belongs.
    if (copy) place.current?.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true, detail: copy }));
  }, [watch, place]);
  useEffect(() => {
    watch.current.arrived = true;
    watch.current.submits?.release();
  }, [watch]);
  return null;
}

/** A place counts as visible from this far outside of the window on. */
const MARGIN = '800px 0px';

/**
 * Calls `start` whenever `place` comes near the window, until that says that it is done.
 * @returns leaves off
 */
function onVisible(place: Element, start: () => Promise<boolean>): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    void start();
    return () => {};
  }
  const observer = new IntersectionObserver(
    async (entries) => {
      if (entries.some((entry) => entry.isIntersecting) && (await start())) observer.disconnect();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(place);
  return () => observer.disconnect();
}

/** Forms within a place whose code is not here yet. */
interface HeldSubmits {
  /** The code is here: what was held is sent again, and nothing is held from now on. */
  release(): void;
  /** Stops listening. */
  stop(): void;
}

/**
 * Holds back a form that is sent before its code has taken it over, and asks for that code. Should it not come, the
 * form goes the way that it would go without scripts.
 * @param start fetches the code; resolves with whether that worked
 */
function holdSubmits(place: Element, start: () => Promise<boolean>): HeldSubmits {
  let held: HTMLFormElement | undefined;

  const onSubmit = async (event: SubmitEvent) => {
    const form = event.target;
    // A copy is not taken over: it goes the way that it would go without scripts.
    if (!(form instanceof HTMLFormElement) || !place.contains(form) || form.closest(`.${styles.room}`)) return;
    event.preventDefault();
    held = form;
    if (!(await start())) form.submit();
  };

  const stop = () => document.removeEventListener('submit', onSubmit, true);
  // React stops events on what it has not hydrated as soon as they reach its root, which is below the document.
  document.addEventListener('submit', onSubmit, true);
  return {
    stop,
    release() {
      stop();
      held?.requestSubmit();
      held = undefined;
    },
  };
}
