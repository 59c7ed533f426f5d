import { Children, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { arrowStep } from '../../lib/arrow-step';
import { inert } from '../../lib/by-react-version';
import { CarouselBullets, CarouselPause, group, leaveSlide } from '../Carousel/CarouselControls';
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

const SWIPE_PX = 48;

/**
 * The opening of a page: slides that fade into each other. It is in view from the first paint, so it does without the
 * 20 kB of script that other carousels load near the viewport. Without scripts the first slide stays.
 */
export function HeroCarousel({ label, slides, names, autoplay }: HeroCarouselProps) {
  const root = useRef<HTMLElement>(null);
  const [paused, setPaused] = useState(true);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const touch = useRef<number>(undefined);
  const count = slides.length;
  const stopped = paused || hovered || focused;
  const [active, show] = useTurns(count, autoplay.delay + autoplay.speed, stopped);
  const after = (by: number) => (active + by + count) % count;

  useEffect(() => setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  useEffect(() => {
    root.current?.style.setProperty('--_speed', `calc(${autoplay.speed}ms * var(--motion))`);
  }, [autoplay.speed]);

  const onPause = () => {
    setPaused(!paused);
    // Play turns the slides although the button has the focus.
    setFocused(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrowStep(event.key);
    if (!by) return;
    event.preventDefault();
    leaveSlide(event, after(by));
    show(after(by));
  };
  const onPointerUp = (event: PointerEvent) => {
    const moved = touch.current === undefined ? 0 : event.clientX - touch.current;
    touch.current = undefined;
    if (Math.abs(moved) > SWIPE_PX) show(after(arrowStep(moved < 0 ? 'ArrowRight' : 'ArrowLeft')));
  };

  return (
    <section
      ref={root}
      className={styles.carousel}
      {...group(label, 'carousel')}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={(event) => {
        touch.current = event.clientX;
      }}
      onPointerUp={onPointerUp}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <CarouselPause still={paused} onClick={onPause} className={styles.pause} />
      <div className={styles.stack} aria-live={stopped ? 'polite' : 'off'}>
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

/** Shows the slides in turn, the first again after the last. @param every milliseconds per slide, its transition included */
function useTurns(count: number, every: number, stopped: boolean) {
  const [active, setActive] = useState(0);

  useEffect(() => {
    if (stopped) return;
    const timer = setInterval(() => {
      // Behind a modal dialog nothing turns: the focus must be able to return to the button that opened it.
      if (!document.querySelector('dialog[open]')) setActive((active + 1) % count);
    }, every);
    return () => clearInterval(timer);
  }, [active, count, every, stopped]);

  return [active, setActive] as const;
}
