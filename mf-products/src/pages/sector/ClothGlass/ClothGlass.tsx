import { useId, useRef } from 'react';
import { Picture } from 'shared-ui/Picture';
import type { Cloth, Shared } from '../../../content/records';
import styles from './ClothGlass.module.css';

/**
 * One cloth in two halves, as delivered and after washing, under a glass that follows pointer or arrow keys. At first
 * the second half has had all its washes. The script loads when a pointer or the focus first enters the figure.
 */
export function ClothGlass({ cloth, words }: { cloth: Cloth; words: Shared['glass'] }) {
  const figure = useRef<HTMLElement>(null);
  const held = useRef(false);
  const id = useId();
  const close = { ...cloth.picture, alt: '' };
  const now = (wash: number) => words.now.replace('{wash}', String(wash));
  const hold = async () => {
    if (held.current) return;
    held.current = true;
    const { holdGlass } = await import('./hold-glass').catch(() => {
      held.current = false;
      return { holdGlass: undefined };
    });
    if (figure.current) holdGlass?.(figure.current, { now, read: (wash) => readingOf(cloth, wash, words.reading) });
  };
  return (
    <figure ref={figure} className={styles.cloth} aria-label={cloth.name} onPointerEnter={hold} onFocus={hold}>
      <div className={styles.strip} data-strip="">
        <div className={styles.half}>
          <Picture picture={cloth.picture} className={styles.weave ?? ''} />
          <p className={styles.mark}>{words.fresh}</p>
        </div>
        <div className={styles.half} data-now="">
          <Picture picture={close} className={styles.weave ?? ''} />
          <p className={styles.mark}>{now(cloth.washes)}</p>
        </div>
        <div className={styles.glass} aria-hidden="true">
          <div className={styles.lens}>
            <Picture picture={close} className={styles.close ?? ''} />
            <Picture picture={close} className={styles.close ?? ''} data-now="" />
          </div>
        </div>
      </div>
      <figcaption className={styles.words}>
        <p className={styles.name}>{cloth.name}</p>
        <p className={styles.invitation}>{words.invitation}</p>
        <div className={styles.slide}>
          <label htmlFor={id}>{words.washes}</label>
          <input
            id={id}
            type="range"
            min={0}
            max={cloth.washes}
            defaultValue={cloth.washes}
            className={styles.slider}
          />
        </div>
        <output htmlFor={id} className={styles.reading}>
          {readingOf(cloth, cloth.washes, words.reading)}
        </output>
      </figcaption>
    </figure>
  );
}

/** Washes after which most of a cloth's shrinkage is over. */
const SETTLING_WASHES = 6;

/** Colour beside new cloth, in grades of the grey scale (ISO 105-A02). Half a grade is lost at 40 % and at 80 % of all washes. */
const GRADES = ['5', '4–5', '4'];

/**
 * Returns the glass's text about a cloth after some washes.
 * @param template contains `{gsm}`, `{wash}`, `{washes}` and `{grade}`
 */
export function readingOf({ gsm, washes, shrinkage }: Cloth, wash: number, template: string): string {
  const drawnTogether = (shrinkage / 100) * (1 - Math.exp(-wash / SETTLING_WASHES));
  const values: Record<string, string | number | undefined> = {
    gsm: Math.round(gsm * (1 + drawnTogether)),
    wash,
    washes,
    grade: GRADES[Math.min(2, Math.floor((wash / washes) * 2.5))],
  };
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
