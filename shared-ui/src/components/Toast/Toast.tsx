import { useEffect, useRef, useState } from 'react';
import styles from './Toast.module.css';

/** How long a toast stays, in milliseconds. */
export const TOAST_DELAY = 5000;

export interface ToastProps {
  /** What happened; undefined while there is nothing. */
  text: string | undefined;
  /** Called after {@link TOAST_DELAY}, not counting the time that the pointer rests on it. */
  onHide(): void;
}

/** A passing note. For what must be read use AlertDialog. */
export function Toast({ text, onHide }: ToastProps) {
  const [held, setHeld] = useState(false);
  // The live region is there before its text, even when both arrive with this component: only then is it announced.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  // Whoever shows the toast may render again meanwhile, which must not make it stay longer.
  const hide = useRef(onHide);
  useEffect(() => {
    hide.current = onHide;
  }, [onHide]);

  useEffect(() => {
    if (text === undefined || held) return;
    const timer = setTimeout(() => hide.current(), TOAST_DELAY);
    return () => clearTimeout(timer);
  }, [text, held]);

  return (
    <div role="status" className={styles.region}>
      {ready && text !== undefined && (
        <p className={styles.toast} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
          {text}
        </p>
      )}
    </div>
  );
}
