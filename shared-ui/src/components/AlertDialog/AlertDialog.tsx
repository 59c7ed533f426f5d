import { useId } from 'react';
import { Button } from '../Button/Button';
import { useModal } from '../Dialog/useModal';
import styles from './AlertDialog.module.css';

export interface AlertDialogProps {
  /** Text that must be read before going on; undefined shows no dialog. */
  text: string | undefined;
  onClose(): void;
}

/** One sentence and an OK button, in place of `window.alert`. */
export function AlertDialog({ text, onClose }: AlertDialogProps) {
  const id = useId();
  const modal = useModal({ open: text !== undefined, onClose, closeOnBackdrop: false });
  return (
    <dialog {...modal} role="alertdialog" className={styles.dialog} data-ground="sheet" aria-labelledby={id}>
      <div className={styles.sheet}>
        <p id={id} className={styles.text}>
          {text}
        </p>
        {text !== undefined && (
          <Button autoFocus onClick={onClose}>
            OK
          </Button>
        )}
      </div>
    </dialog>
  );
}
