import { type MouseEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react';
import { useBrowserLayoutEffect } from '../../lib/by-react-version';

export interface ModalOptions {
  open: boolean;
  onClose(): void;
  closeOnBackdrop: boolean;
}

/** Keeps a native `<dialog>` in step with `open`, so that React alone decides whether it is shown. */
export function useModal({ open, onClose, closeOnBackdrop }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const closedByUs = useRef(false);

  // A layout effect, which closes the dialog while it is still in the page: then the browser itself restores the focus.
  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    // The page behind keeps its width when its scrollbar disappears (see the base styles). Over a dialog there is none already.
    const { documentElement: root } = document;
    if (!document.querySelector('dialog[open]'))
      root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
    const opener = document.activeElement;
    // A form is opened to be filled in. `showModal` focuses the `autofocus` element: the first field, not "Close".
    dialog.querySelector('form :is(input:not([type="hidden"]), textarea)')?.setAttribute('autofocus', '');
    dialog.showModal();
    return () => {
      closedByUs.current = dialog.open;
      dialog.close();
      // The browser restores the focus, unless the dialog is being removed from the page.
      if (opener instanceof HTMLElement && opener.isConnected && document.activeElement !== opener) opener.focus();
    };
  }, [open]);

  return {
    ref,
    onCancel(event: SyntheticEvent) {
      // The `cancel` event of a file input bubbles up to here.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      // The event comes late: that of our own closing may arrive when the dialog is about to open again.
      const ours = closedByUs.current;
      closedByUs.current = false;
      // Browsers may close without a `cancel` event, for example on a second Escape.
      if (!ours && open && event.target === event.currentTarget && !event.currentTarget.open) onClose();
    },
    onPointerDown(event: PointerEvent) {
      pressedOutside.current = event.target === event.currentTarget;
    },
    onClick(event: MouseEvent) {
      // The press must be on the backdrop, too: a text selection that ends off the sheet must not close the dialog.
      if (closeOnBackdrop && pressedOutside.current && event.target === event.currentTarget) onClose();
    },
  };
}
