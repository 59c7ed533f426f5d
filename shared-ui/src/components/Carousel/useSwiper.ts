import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Swiper } from 'swiper/types';
import styles from './Carousel.module.css';

/** How long a slide rests and how long it takes to change, in milliseconds. */
export interface AutoplayTimes {
  delay: number;
  speed: number;
}

export interface SwiperSetup {
  /** Holds the viewport, marked `data-viewport`. */
  root: RefObject<HTMLElement | null>;
  perView: 1 | '1-3';
  spacing: number;
  loop: boolean;
  autoplay: AutoplayTimes | undefined;
  /** Autoplay rests: paused by the visitor, or pointer or focus are on it. */
  stopped: boolean;
  count: number;
}

export interface SwiperState {
  /** Swiper has taken over from the scrolling row. */
  live: boolean;
  /** Index of the slide in view, or of the first of three. */
  active: number;
  /** Slides change by themselves right now. */
  running: boolean;
  show(index: number): void;
}

const WIDE = 768;
/** How far below the window a carousel is when its script is asked for. */
const NEAR = '600px';

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Slides out of view are neither read nor reached by Tab. */
const hideOthers = (swiper: Swiper) => {
  for (const slide of swiper.slides) slide.inert = !slide.classList.contains('swiper-slide-visible');
};

async function start(
  viewport: HTMLElement,
  setup: Omit<SwiperSetup, 'root' | 'stopped'>,
  onChange: (index: number) => void,
) {
  const { Autoplay, Swiper } = await import('./swiper-parts');
  const { perView, spacing, loop, autoplay, count } = setup;
  return () =>
    new Swiper(viewport, {
      modules: autoplay ? [Autoplay] : [],
      wrapperClass: styles.track ?? '',
      slideClass: styles.slide ?? '',
      spaceBetween: spacing,
      speed: calm() ? 0 : (autoplay?.speed ?? 500),
      loop: loop && count > 1,
      watchSlidesProgress: true,
      ...(perView === '1-3' && {
        breakpoints: { [WIDE]: { slidesPerView: 3, spaceBetween: spacing, loop: loop && count > 3 } },
      }),
      ...(autoplay && { autoplay: { delay: autoplay.delay, disableOnInteraction: false } }),
      on: {
        init: hideOthers,
        resize: hideOthers,
        transitionEnd: hideOthers,
        slideChange: (swiper) => onChange(swiper.realIndex),
        // Both the leaving and the coming slide are seen while they move.
        transitionStart: (swiper) => {
          for (const slide of swiper.slides) slide.inert = false;
        },
      },
    });
}

/** Loads Swiper when the carousel comes near the window, and takes it down with the component. */
export function useSwiper({ root, perView, spacing, loop, autoplay, stopped, count }: SwiperSetup): SwiperState {
  const swiper = useRef<Swiper>(undefined);
  const [live, setLive] = useState(false);
  const [active, setActive] = useState(0);
  const [running, setRunning] = useState(false);
  const { delay, speed } = autoplay ?? {};

  useEffect(() => {
    const viewport = root.current?.querySelector<HTMLElement>('[data-viewport]');
    if (!viewport || !('IntersectionObserver' in globalThis)) return;
    let gone = false;
    const times = delay === undefined || speed === undefined ? undefined : { delay, speed };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start(viewport, { perView, spacing, loop, autoplay: times, count }, setActive).then(
          (create) => {
            if (gone) return;
            viewport.scrollLeft = 0;
            viewport.dataset.live = '';
            swiper.current = create();
            setLive(true);
          },
          // Without its script the row goes on scrolling by itself.
          () => undefined,
        );
      },
      { rootMargin: NEAR },
    );
    observer.observe(viewport);
    return () => {
      gone = true;
      observer.disconnect();
      swiper.current?.destroy();
      swiper.current = undefined;
      delete viewport.dataset.live;
      setLive(false);
    };
  }, [root, perView, spacing, loop, delay, speed, count]);

  useEffect(() => {
    if (!live || delay === undefined) return;
    const run = !stopped && !calm();
    if (run) swiper.current?.autoplay.start();
    else swiper.current?.autoplay.stop();
    setRunning(run);
  }, [live, stopped, delay]);

  const show = (index: number) => {
    if (swiper.current) {
      if (swiper.current.params.loop) swiper.current.slideToLoop(index);
      else swiper.current.slideTo(index);
      return;
    }
    const viewport = root.current?.querySelector('[data-viewport]');
    viewport?.scrollTo({ left: (viewport.scrollWidth / count) * index });
    setActive(index);
  };

  return { live, active, running, show };
}
