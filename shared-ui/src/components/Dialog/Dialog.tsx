import { type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';
import { useModal } from './useModal';

export interface DialogProps {
  open: boolean;
  /** Called on the Close button, Escape or a click on the backdrop. The owner then sets `open` to false. */
  onClose(): void;
  /** The dialog's name. */
  title: string;
  /** `m` for a message, `l` for a form, `video` for a video. */
  size?: 'm' | 'l' | 'video';
  /** Rendered only while open. */
  children: ReactNode;
  closeOnBackdrop?: boolean;
}

/** A modal sheet over the page. The browser keeps the focus inside and restores it on close. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, size = 'm', children, closeOnBackdrop = true } = props;
  const titleId = useId();
  const modal = useModal({ open, onClose, closeOnBackdrop });
  return (
    <dialog {...modal} className={styles.dialog} data-size={size} data-ground="sheet" aria-labelledby={titleId}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path
                d="M5 5l14 14M19 5L5 19"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
                strokeDasharray="5 2.5"
              />
            </svg>
          </button>
        </div>
        {open && <div className={styles.body}>{children}</div>}
      </div>
    </dialog>
  );
}
