import styles from './CarouselControls.module.css';

/**
 * A group by the WAI-ARIA carousel pattern: a fieldset would speak of a form, and a region would be a second landmark
 * with the name of the section that it lies in.
 */
export const group = (name: string, kind?: string) => ({
  role: 'group',
  'aria-label': name,
  'aria-roledescription': kind,
});

interface CarouselPauseProps {
  /** Nothing turns by itself right now. */
  still: boolean;
  onClick(): void;
  className?: string | undefined;
}

/** Comes before the slides in tab order. */
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
  active: number;
  onChoose(index: number): void;
  className?: string | undefined;
}

/** A ruler with a tick for each slide. */
export function CarouselBullets({ count, active, onChoose, className = '' }: CarouselBulletsProps) {
  return (
    <div className={`${styles.bullets} ${className}`} {...group('Choose a slide')}>
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
