import { useEffect, useId, useRef } from 'react';
import styles from './Stage.module.css';

interface StageAlertProps {
  /** What must be read before going on; undefined while there is nothing. */
  text: string | undefined;
  onClose(): void;
}

/** Stands for the shell's alert: one sentence and an OK button. */
export function StageAlert({ text, onClose }: StageAlertProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (text !== undefined) dialog.current?.showModal();
    else dialog.current?.close();
  }, [text]);
  return (
    <dialog ref={dialog} role="alertdialog" className={styles.alert} aria-labelledby={id} onCancel={onClose}>
      <p id={id}>{text}</p>
      <button type="button" onClick={onClose}>
        OK
      </button>
    </dialog>
  );
}
