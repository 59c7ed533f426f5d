import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { type HeldSubmits, holdSubmits } from './hold-submits';
import { onVisible } from './on-visible';
import styles from './WhenVisible.module.css';

/** A component whose code is fetched when its place comes near the viewport. */
export interface DeferredComponent {
  (): ReactNode;
  /** The server calls it before it renders, because it waits for nothing while it does. */
  preload(): Promise<void>;
}

/** A component that is shown once it is settled which it is. */
function later() {
  let settle: (part: ComponentType) => void = () => {};
  const arrival = new Promise<{ default: ComponentType }>((resolve) => {
    settle = (part) => resolve({ default: part });
  });
  return { Later: lazy(() => arrival), settle };
}

/**
 * Splits off a part of the page that is below the fold. Its server-made HTML stands, readable and usable as plain
 * HTML, until the code is here. Should that fail, it goes on standing and the next approach tries again.
 */
export function whenVisible(load: () => Promise<ComponentType>): DeferredComponent {
  let Loaded: ComponentType | undefined;
  /** In CSS px, as it was last seen: who goes back past it, without its code, finds the page as long as before. */
  let seen: { height: number; windowWidth: number } | undefined;
  /** Of the places that wait for the code. A promise that all shared would keep every page that was left before it came. */
  const waiting = new Set<(part: ComponentType) => void>();

  const preload = async () => {
    Loaded = await load();
    for (const settle of waiting) settle(Loaded);
  };
  const start = () =>
    preload().then(
      () => true,
      () => false,
    );

  function WhenVisible() {
    const [{ Later, settle }] = useState(later);
    const place = useRef<HTMLDivElement>(null);
    const watch = useRef<Watch>({ arrived: false });
    useEffect(() => {
      if (Loaded) settle(Loaded);
      waiting.add(settle);
      return () => {
        waiting.delete(settle);
      };
    }, [settle]);
    useEffect(() => {
      if (!place.current || watch.current.arrived) return;
      const submits = holdSubmits(place.current, start);
      const leave = onVisible(place.current, start, (now) => {
        seen = { height: now, windowWidth: window.innerWidth };
      });
      watch.current.submits = submits;
      return () => {
        submits.stop();
        leave();
      };
    }, []);
    // The server cannot wait for `lazy`. Both sides have the boundary, and that is what hydration goes by.
    const [Now] = useState(() => Loaded ?? Later);
    // A window of another width, as of a phone that was turned, gives it another height.
    const height = seen && seen.windowWidth === window.innerWidth ? seen.height : undefined;
    return (
      <div ref={place} data-part="">
        <Suspense fallback={<div className={styles.room} style={{ blockSize: height }} />}>
          <Now />
          <Arrival watch={watch} />
        </Suspense>
      </div>
    );
  }
  return Object.assign(WhenVisible, { preload });
}

interface Watch {
  arrived: boolean;
  submits?: HeldSubmits;
}

/** Marks that what stands before it has been taken over. Its effect comes before that of the place around it. */
function Arrival({ watch }: { watch: RefObject<Watch> }) {
  useEffect(() => {
    watch.current.arrived = true;
    watch.current.submits?.release();
  }, [watch]);
  return null;
}
