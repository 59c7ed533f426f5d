import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Failure, type Outcome, type Sent } from './Loaded';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Verb and object; a dialog without it only shows something. */
  action?: string;
  isDangerous?: boolean;
  isPending?: boolean;
  error?: Error | null;
  onAct?(): void;
  onClose(): void;
}

/** A dialog with a form of its own: Enter acts, Escape closes, and the focus goes back to where it came from. */
export function Dialog({ title, children, action, isDangerous, isPending, error, onAct, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const from = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (from instanceof HTMLElement) from.focus();
    };
  }, []);
  return createPortal(
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Events of portals reach the form around them.
          event.stopPropagation();
          if (!isPending) onAct?.();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <Failure error={error} />
        <div className="actions">
          {action && (
            <button type="submit" className={isDangerous ? 'danger' : 'primary'} disabled={isPending}>
              {action}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {action ? 'Cancel' : 'Close'}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}

/** What a dialog does, once at a time, and what becomes of it. */
export const acting = <Answer,>(act: Sent<Answer> & { error: Error | null }, options?: Outcome<Answer>) => ({
  isPending: act.isPending,
  error: act.error,
  onAct: () => act.mutate(undefined, options),
});
