import { useEffect, useRef, useState } from 'react';
import styles from './Toast.module.css';

/** Time that a toast stays, in milliseconds. */
export const TOAST_DELAY = 5000;

export interface ToastProps {
  /** The message; undefined shows no toast. */
  text: string | undefined;
  /** Called after {@link TOAST_DELAY}, which starts again when the pointer leaves the toast. */
  onHide(): void;
}

/** A brief message. Use AlertDialog for text that must be read. */
export function Toast({ text, onHide }: ToastProps) {
  const [held, setHeld] = useState(false);
  // The live region is rendered before its text, even when both come with this component: only then is it announced.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  // A new `onHide` from the parent's next render must not restart the timer.
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
