import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styles from './Carousel.module.css';
import { type AutoplayTimes, useSwiper } from './useSwiper';

export interface CarouselProps {
  /** Name of the carousel. */
  label: string;
  slides: ReactNode[];
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
  /** `hero` fills the page's width, `cards` holds words, `gallery` holds pictures. */
  variant?: 'hero' | 'cards' | 'gallery';
}

/**
 * A group by the WAI-ARIA carousel pattern: a fieldset would speak of a form, and a region would be a second landmark
 * with the name of the section that it lies in.
 */
const group = (name: string, kind?: string) => ({ role: 'group', 'aria-label': name, 'aria-roledescription': kind });

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Slides in a row. The server's HTML is a row that scrolls and snaps by itself; Swiper takes over once the row
 * comes near the window, by touch, mouse, keyboard or the buttons below.
 */
export function Carousel(props: CarouselProps) {
  const { label, slides, perView, autoplay, pagination = true, loop = true, variant = 'cards' } = props;
  const { spacing = perView === 1 ? 0 : 30 } = props;
  const root = useRef<HTMLElement>(null);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
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
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {autoplay && (
        <button
          type="button"
          className={styles.pause}
          onClick={() => setPaused(!still)}
          aria-label={still ? 'Play slides' : 'Pause slides'}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            {still ? (
              <path d="M8 5l11 7-11 7z" fill="currentColor" />
            ) : (
              <path d="M8 5v14M16 5v14" stroke="currentColor" strokeWidth="3.5" />
            )}
          </svg>
        </button>
      )}
      {/* Until Swiper is here the row scrolls by itself, and the keyboard must be able to do it. */}
      <div className={styles.viewport} data-viewport="" tabIndex={live ? undefined : 0}>
        <div className={styles.track} aria-live={autoplay && !still ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            <div key={`${index + 1}`} className={styles.slide} {...group(`${index + 1} of ${slides.length}`, 'slide')}>
              {slide}
            </div>
          ))}
        </div>
      </div>
      {pagination && <Bullets count={slides.length} active={active} onChoose={show} />}
    </section>
  );
}

function Bullets({ count, active, onChoose }: { count: number; active: number; onChoose(index: number): void }) {
  return (
    <div className={styles.bullets} {...group('Choose a slide')}>
      {Array.from({ length: count }, (_, index) => `Slide ${index + 1}`).map((name, index) => (
        <button
          key={name}
          type="button"
          className={styles.bullet}
          aria-label={name}
          aria-current={index === active || undefined}
          onClick={() => onChoose(index)}
        />
      ))}
    </div>
  );
}
