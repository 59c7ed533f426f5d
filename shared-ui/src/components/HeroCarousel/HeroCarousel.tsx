import { Children, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { inert } from '../../lib/by-react-version';
import { CarouselBullets, CarouselPause, group } from '../Carousel/CarouselControls';
import styles from './HeroCarousel.module.css';

export interface HeroCarouselProps {
  /** Name of the carousel. */
  label: string;
  slides: ReactNode[];
  /** Names of the slides, for the labels of the bullets. */
  names?: readonly string[];
  /** `delay`: milliseconds that a slide rests. `speed`: milliseconds of a transition. */
  autoplay: { delay: number; speed: number };
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };
const SWIPE_PX = 48;

/**
 * The opening of a page: slides that fade into each other. It is in view from the first paint, so it does without the
 * 20 kB of script that other carousels load near the viewport. Without scripts the first slide stays.
 */
export function HeroCarousel({ label, slides, names, autoplay }: HeroCarouselProps) {
  const root = useRef<HTMLElement>(null);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const touch = useRef<number>(undefined);
  const { count, every } = { count: slides.length, every: autoplay.delay + autoplay.speed };
  const { active, running, show } = useTurns({ count, every, stopped: paused || held });
  const still = paused || (!running && !held);
  const step = (by: number) => show((active + by + count) % count);

  useEffect(() => {
    root.current?.style.setProperty('--_speed', `calc(${autoplay.speed}ms * var(--motion))`);
  }, [autoplay.speed]);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  const onPointerUp = (event: PointerEvent) => {
    const moved = touch.current === undefined ? 0 : event.clientX - touch.current;
    touch.current = undefined;
    if (Math.abs(moved) > SWIPE_PX) step(moved < 0 ? 1 : -1);
  };

  return (
    <section
      ref={root}
      className={styles.carousel}
      {...group(label, 'carousel')}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => setHeld(event.pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      onPointerDown={(event) => {
        touch.current = event.clientX;
      }}
      onPointerUp={onPointerUp}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <CarouselPause still={still} onClick={() => setPaused(!still)} className={styles.pause} />
      <div className={styles.stack} aria-live={still ? 'polite' : 'off'}>
        {Children.map(slides, (slide, index) => (
          <div
            className={styles.slide}
            {...group(`${index + 1} of ${count}`, 'slide')}
            data-active={index === active || undefined}
            {...inert(index !== active)}
          >
            {slide}
          </div>
        ))}
      </div>
      <CarouselBullets count={count} names={names} active={active} onChoose={show} className={styles.bullets} />
    </section>
  );
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Turns {
  count: number;
  /** Milliseconds per slide, its transition included. */
  every: number;
  /** True when the visitor has paused it, or while the pointer or the focus is on it. */
  stopped: boolean;
}

/** Shows the slides in turn, the first again after the last. Visitors who prefer reduced motion see no turns. */
function useTurns({ count, every, stopped }: Turns) {
  const [active, setActive] = useState(0);
  const [running, setRunning] = useState(false);

  useEffect(() => {
    const run = !stopped && count > 1 && !calm();
    setRunning(run);
    if (!run) return;
    const timer = setInterval(() => {
      // Behind a modal dialog nothing turns: the focus must be able to return to the button that opened it.
      if (!document.querySelector('dialog[open]')) setActive((active + 1) % count);
    }, every);
    return () => clearInterval(timer);
  }, [active, count, every, stopped]);

  return { active, running, show: setActive };
}
