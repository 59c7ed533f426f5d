import type { KeyboardEvent } from 'react';
import styles from './CarouselControls.module.css';

/**
 * Attributes of a group in the WAI-ARIA carousel pattern. A fieldset would announce a form. A region would be a second
 * landmark with the name of the section around it.
 */
export const group = (name: string, kind?: string) => ({
  role: 'group',
  'aria-label': name,
  'aria-roledescription': kind,
});

/** Moves the focus from a slide, which becomes inert out of view, to the mark of the slide that is shown next. */
export function leaveSlide({ target, currentTarget }: KeyboardEvent, next: number): void {
  if (target instanceof Element && target.closest('[aria-roledescription="slide"]'))
    currentTarget.querySelector<HTMLElement>(`[data-slide="${next}"]`)?.focus();
}

interface CarouselPauseProps {
  /** True while no slide turns by itself. */
  still: boolean;
  onClick(): void;
  className?: string | undefined;
}

/** Pauses and plays; it comes before the slides in tab order. */
export function CarouselPause({ still, onClick, className = '' }: CarouselPauseProps) {
  return (
    <button
      type="button"
      className={`${styles.pause} ${className}`}
      onClick={onClick}
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
  );
}

interface CarouselBulletsProps {
  count: number;
  /** Names of the slides, announced with their numbers. */
  names?: readonly string[] | undefined;
  active: number;
  onChoose(index: number): void;
  className?: string | undefined;
}

/** A ruler with a tick for each slide, which shows it. */
export function CarouselBullets({ count, names, active, onChoose, className = '' }: CarouselBulletsProps) {
  return (
    <div className={`${styles.bullets} ${className}`} {...group('Choose a slide')}>
      {Array.from({ length: count }, (_, index) =>
        names?.[index] ? `Slide ${index + 1}: ${names[index]}` : `Slide ${index + 1}`,
      ).map((name, index) => (
        <button
          key={name}
          type="button"
          className={styles.bullet}
          data-slide={index}
          aria-label={name}
          aria-current={index === active || undefined}
          onClick={() => onChoose(index)}
        />
      ))}
    </div>
  );
}

interface CarouselStepsProps {
  count: number;
  active: number;
  onChoose(index: number): void;
}

const ARROWS = [
  { name: 'Previous slide', by: -1, path: 'M19 12H5m6-6-6 6 6 6' },
  { name: 'Next slide', by: 1, path: 'M5 12h14m-6-6 6 6-6 6' },
] as const;

/** Two arrows, and between them the numbers of the slides in view: one on a phone, three on wider viewports. */
export function CarouselSteps({ count, active, onChoose }: CarouselStepsProps) {
  const [previous, next] = ARROWS.map(({ name, by, path }) => (
    <button
      key={name}
      type="button"
      className={styles.arrow}
      aria-label={name}
      onClick={() => onChoose((active + by + count) % count)}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" />
      </svg>
    </button>
  ));
  return (
    <div className={styles.steps}>
      {previous}
      <span className={styles.count} aria-hidden="true">
        <span data-per-view="one">{active + 1}</span>
        <span data-per-view="three">{count > 3 ? `${active + 1}–${((active + 2) % count) + 1}` : `1–${count}`}</span> of{' '}
        {count}
      </span>
      {next}
    </div>
  );
}
