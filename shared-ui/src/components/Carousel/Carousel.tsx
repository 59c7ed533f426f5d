import { Children, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styles from './Carousel.module.css';
import { CarouselBullets, CarouselPause, CarouselSteps, group } from './CarouselControls';
import { type AutoplayTimes, useSwiper } from './useSwiper';

export interface CarouselProps {
  /** Name of the carousel. */
  label: string;
  slides: ReactNode[];
  /** What each slide shows, for the buttons that lead to it. */
  names?: readonly string[];
  /** Slides in view: one, or one that becomes three from 768 px. */
  perView: 1 | '1-3';
  /** Gap between slides in CSS pixels; 30 by default where three are in view. */
  spacing?: number;
  /** Turns by itself, with a pause button. Milliseconds; left out, it waits for the visitor. */
  autoplay?: AutoplayTimes;
  /** A row of buttons, one for each slide. */
  pagination?: boolean;
  /** After the last comes the first. */
  loop?: boolean;
  /** `cards` holds words, `gallery` holds pictures. */
  variant?: 'cards' | 'gallery';
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Slides in a row. The server's HTML is a row that scrolls and snaps by itself. Swiper takes over once the row comes
 * near the window: by touch, mouse, keyboard or the buttons below.
 */
export function Carousel(props: CarouselProps) {
  const { label, slides, names, perView, autoplay, pagination = true, loop = true, variant = 'cards' } = props;
  const { spacing = perView === 1 ? 0 : 30 } = props;
  const root = useRef<HTMLElement>(null);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const [onRow, setOnRow] = useState(false);
  const { live, active, running, show } = useSwiper({
    root,
    perView,
    spacing,
    loop,
    autoplay,
    stopped: paused || held,
    count: slides.length,
  });
  const still = paused || (live && !running && !held);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    show((active + step + slides.length) % slides.length);
  };

  return (
    <section
      {...group(label, 'carousel')}
      aria-label={label}
      ref={root}
      className={styles.carousel}
      data-variant={variant}
      data-per-view={perView}
      data-spacing={spacing > 0 || undefined}
      data-live={live || undefined}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        setHeld(true);
        setOnRow(event.target.hasAttribute('data-viewport'));
      }}
      onBlur={() => {
        setHeld(false);
        setOnRow(false);
      }}
    >
      {autoplay && <CarouselPause still={still} onClick={() => setPaused(!still)} />}
      {/* Until Swiper is here the row scrolls by itself, and the keyboard must be able to do it. Who stands on it stays there. */}
      <div className={styles.viewport} data-viewport="" tabIndex={live && !onRow ? undefined : 0}>
        <div className={styles.track} aria-live={autoplay && !still ? 'off' : 'polite'}>
          {Children.map(slides, (slide, index) => (
            <div className={styles.slide} {...group(`${index + 1} of ${slides.length}`, 'slide')}>
              {slide}
            </div>
          ))}
        </div>
      </div>
      {pagination && (
        <div className={styles.controls}>
          <CarouselBullets count={slides.length} names={names} active={active} onChoose={show} />
          <CarouselSteps count={slides.length} active={active} perView={perView} onChoose={show} />
        </div>
      )}
    </section>
  );
}
