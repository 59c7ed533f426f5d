import { Children, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { arrowStep } from '../../lib/arrow-step';
import styles from './Carousel.module.css';
import { CarouselBullets, CarouselSteps, group, leaveSlide } from './CarouselControls';
import { useSwiper } from './useSwiper';

export interface CarouselProps {
  /** Name of the carousel. */
  label: string;
  slides: ReactNode[];
  /** Names of the slides, for the labels of the bullets. */
  names?: readonly string[];
  /** `cards` holds words, `gallery` holds pictures. */
  variant?: 'cards' | 'gallery';
}

/**
 * Slides in a row: one in view, three from 768 px; the first follows the last. The server's HTML is a row that scrolls and
 * snaps natively. Swiper takes over when the row comes near the viewport: by touch, mouse, keyboard or the buttons below.
 */
export function Carousel({ label, slides, names, variant = 'cards' }: CarouselProps) {
  const root = useRef<HTMLElement>(null);
  const [onRow, setOnRow] = useState(false);
  const count = slides.length;
  const { live, active, show } = useSwiper(root, count);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep(event.key);
    if (!step || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    const next = (active + step + count) % count;
    leaveSlide(event, next);
    show(next);
  };

  return (
    <section
      {...group(label, 'carousel')}
      aria-label={label}
      ref={root}
      className={styles.carousel}
      data-variant={variant}
      data-live={live || undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => setOnRow(event.target.hasAttribute('data-viewport'))}
      onBlur={() => setOnRow(false)}
    >
      {/* Until Swiper is loaded the keyboard must be able to scroll the row. A row that has the focus stays focusable. */}
      <div className={styles.viewport} data-viewport="" tabIndex={live && !onRow ? undefined : 0}>
        <div className={styles.track} aria-live="polite">
          {Children.map(slides, (slide, index) => (
            <div className={styles.slide} {...group(`${index + 1} of ${count}`, 'slide')}>
              {slide}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.controls}>
        <CarouselBullets count={count} names={names} active={active} onChoose={show} />
        <CarouselSteps count={count} active={active} onChoose={show} />
      </div>
    </section>
  );
}
