import { useId, useRef } from 'react';
import { Picture } from 'shared-ui/Picture';
import type { Cloth, Shared } from '../../../content/records';
import styles from './ClothGlass.module.css';
import { readingOf } from './reading';

interface ClothGlassProps {
  cloth: Cloth;
  words: Shared['glass'];
}

/** Where the glass lies before anyone moves it; the styles know it too. */
const FIRST_SHARE = 0.2;

/** A strip of the page's cloth under a glass that follows pointer or arrow keys; its code comes when either arrives. */
export function ClothGlass({ cloth, words }: ClothGlassProps) {
  const figure = useRef<HTMLElement>(null);
  const held = useRef(false);
  const id = useId();
  const first = Math.round(cloth.washes * FIRST_SHARE);
  const hold = async () => {
    if (held.current) return;
    held.current = true;
    const { holdGlass } = await import('./hold-glass').catch(() => {
      held.current = false;
      return { holdGlass: undefined };
    });
    if (figure.current) holdGlass?.(figure.current, (wash) => readingOf(cloth, wash, words.reading));
  };
  return (
    <figure ref={figure} className={styles.cloth} aria-label={cloth.name} onPointerEnter={hold} onFocus={hold}>
      <div className={styles.strip} data-strip="">
        <Picture picture={cloth.picture} className={styles.weave ?? ''} />
        <div className={styles.glass} aria-hidden="true">
          <div className={styles.lens}>
            <Picture picture={{ ...cloth.picture, alt: '' }} className={styles.close ?? ''} />
          </div>
        </div>
      </div>
      <figcaption className={styles.words}>
        <p className={styles.name}>{cloth.name}</p>
        <p className={styles.invitation}>{words.invitation}</p>
        <div className={styles.slide}>
          <label htmlFor={id}>{words.washes}</label>
          <input id={id} type="range" min={0} max={cloth.washes} defaultValue={first} className={styles.slider} />
        </div>
        <output htmlFor={id} className={styles.reading}>
          {readingOf(cloth, first, words.reading)}
        </output>
      </figcaption>
    </figure>
  );
}
