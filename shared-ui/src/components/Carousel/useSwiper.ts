import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Swiper } from 'swiper/types';
import styles from './Carousel.module.css';

interface SwiperState {
  /** True once Swiper has taken over from the scrolling row. */
  live: boolean;
  /** Index of the slide in view, or of the first of three. */
  active: number;
  show(index: number): void;
}

const WIDE = 768;
const GAP_PX = 30;
const CHANGE_MS = 500;
/** Distance from the viewport at which the script is loaded. */
const NEAR = '600px';

/** Makes slides out of view inert: they are neither read out nor reached by Tab. */
const hideOthers = (swiper: Swiper) => {
  for (const slide of swiper.slides) slide.inert = !slide.classList.contains('swiper-slide-visible');
};

async function start(viewport: HTMLElement, count: number, onChange: (index: number) => void) {
  const { Swiper } = await import('swiper');
  return (initialSlide: number) =>
    new Swiper(viewport, {
      initialSlide,
      wrapperClass: styles.track ?? '',
      slideClass: styles.slide ?? '',
      spaceBetween: GAP_PX,
      speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : CHANGE_MS,
      loop: true,
      watchSlidesProgress: true,
      breakpoints: { [WIDE]: { slidesPerView: 3, spaceBetween: GAP_PX, loop: count > 3 } },
      on: {
        init: hideOthers,
        progress: hideOthers,
        transitionEnd: hideOthers,
        slideChange: (swiper) => onChange(swiper.realIndex),
        // During the transition both slides are visible.
        transitionStart: (swiper) => {
          for (const slide of swiper.slides) slide.inert = false;
        },
      },
    });
}

/**
 * Loads Swiper when the carousel comes near the viewport, and destroys it on unmount.
 * @param root the element around the viewport, which has `data-viewport`
 */
export function useSwiper(root: RefObject<HTMLElement | null>, count: number): SwiperState {
  const swiper = useRef<Swiper>(undefined);
  const [live, setLive] = useState(false);
  const [active, setActive] = useState(0);

  useEffect(() => {
    const viewport = root.current?.querySelector<HTMLElement>('[data-viewport]');
    if (!viewport || !('IntersectionObserver' in globalThis)) return;
    let gone = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start(viewport, count, setActive).then(
          (create) => {
            if (gone) return;
            // The visitor may have scrolled the row meanwhile.
            const first = Math.round((Math.abs(viewport.scrollLeft) / viewport.scrollWidth) * count) || 0;
            viewport.scrollLeft = 0;
            viewport.dataset.live = '';
            swiper.current = create(first);
            // Swiper takes two fingers for a swipe: they enlarge the page, as elsewhere.
            viewport.ontouchstart = ({ touches }) => {
              if (swiper.current) swiper.current.allowTouchMove = touches.length === 1;
            };
            setActive(first);
            setLive(true);
          },
          // The row keeps scrolling natively when the script does not load.
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
  }, [root, count]);

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

  return { live, active, show };
}
