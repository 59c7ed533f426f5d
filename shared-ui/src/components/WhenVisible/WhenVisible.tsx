import { RECOVERED_EVENT } from '@wholepage/contracts/page';
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from '../../lib/by-react-version';
import styles from './WhenVisible.module.css';

/** A component whose code is fetched when its place comes near the viewport. */
export interface DeferredComponent<Props extends object = object> {
  (props: Props): ReactNode;
  /** Loads the code. The server calls it before it renders, because a render does not wait. */
  preload(): Promise<void>;
}

/**
 * Splits off the code of a part below the fold. The part's server HTML stays, readable and usable as plain
 * HTML, until the code is loaded. If loading fails, it stays on, and the next approach tries again.
 * @param name unique within the site, so that the part's HTML can be found
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
 * Returns the result of a page's `load`. A browser gets it at once, because the page does not wait for deferred parts.
 * The server waits for their code, because it renders everything in one go.
 */
export function preloaded<Loaded>(
  loaded: Loaded,
  ...parts: Pick<DeferredComponent, 'preload'>[]
): Loaded | Promise<Loaded> {
  if (typeof document !== 'undefined') return loaded;
  return Promise.all(parts.map((part) => part.preload())).then(() => loaded);
}

/** A deferred part of a page, common to all places that show it. */
interface Part<Props> {
  name: string;
  /** Set once the code is loaded. */
  component?: ComponentType<Props>;
  /** Copy of the server's HTML. It stands in until the code is loaded: in a page rendered from scratch, and after a return. */
  made?: Node | undefined;
  /** Callbacks of the places that wait for the code. A shared promise would keep every page that was left before in memory. */
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
  // The server cannot wait for `lazy`. Hydration only needs the Suspense boundary, which both sides have.
  const [Now] = useState<ComponentType<Props>>(() => part.component ?? Later);
  // During the first render, React has not yet removed the HTML that it could not hydrate.
  const [standIn] = useState(() => {
    part.made ??= globalThis.document?.querySelector(`[data-part="${part.name}"]`)?.cloneNode(true);
    return (room: Element | null) => {
      // The host takes changes of a part that is not live for those of others.
      room?.parentElement?.toggleAttribute('data-live', true);
      room?.replaceChildren(...(part.made?.cloneNode(true).childNodes ?? []));
      // A visitor who leaves before the code is loaded finds the typed text on return.
      if (!room) part.made = watch.current.copy?.cloneNode(true);
      watch.current.copy = room ?? watch.current.copy;
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

/** Makes a lazy component, and the function that settles it. */
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
  /** Element that holds the stand-in HTML. */
  copy?: Element | undefined;
}

/** Marks its place as hydrated. Its effect runs before that of the place around it. */
function Arrival({ watch, place }: { watch: RefObject<Watch>; place: RefObject<Element | null> }) {
  useBrowserLayoutEffect(() => {
    const { copy } = watch.current;
    // From here on, changes to the HTML may be React's.
    place.current?.toggleAttribute('data-live', true);
    // The host moves text that was typed into the copy into the new elements.
    if (copy) place.current?.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true, detail: copy }));
  }, [watch, place]);
  useEffect(() => {
    watch.current.arrived = true;
    watch.current.submits?.release();
  }, [watch]);
  return null;
}

/** Distance from the viewport at which a place counts as visible. */
const MARGIN = '800px 0px';

/** Calls `start` whenever `place` comes near the viewport, until `start` resolves with true. @returns stops watching */
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

/** Control of the submits in a place whose code is not loaded yet. */
interface HeldSubmits {
  /** Submits the held form again and holds no further ones, once the code is loaded. */
  release(): void;
  /** Stops listening. */
  stop(): void;
}

/**
 * Holds back a form that is submitted before it is hydrated, and loads its code. If that fails, the
 * form is submitted as it would be without scripts.
 * @param start loads the code; resolves with true on success
 */
function holdSubmits(place: Element, start: () => Promise<boolean>): HeldSubmits {
  let held: HTMLFormElement | undefined;

  const onSubmit = async (event: SubmitEvent) => {
    const form = event.target;
    // A form in the stand-in is never hydrated: it is submitted as it would be without scripts.
    if (!(form instanceof HTMLFormElement) || !place.contains(form) || form.closest(`.${styles.room}`)) return;
    event.preventDefault();
    held = form;
    if (!(await start())) form.submit();
  };

  const stop = () => document.removeEventListener('submit', onSubmit, true);
  // React stops events on elements that are not hydrated when they reach its root, which is below the document.
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
