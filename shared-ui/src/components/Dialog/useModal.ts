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

  // While the dialog is still in the page, so that the browser itself gives the focus back.
  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    // The page behind keeps its width when its scrollbar goes (see the base styles).
    const { documentElement: root } = document;
    root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
    const opener = document.activeElement;
    // A form is opened to be filled in: what `showModal` looks for, so that its first field has the focus, not "Close".
    dialog.querySelector('form :is(input:not([type="hidden"]), textarea)')?.setAttribute('autofocus', '');
    dialog.showModal();
    return () => {
      closedByUs.current = dialog.open;
      dialog.close();
      // The browser gives the focus back by itself, unless the dialog is being taken out of the page.
      if (opener instanceof HTMLElement && opener.isConnected && document.activeElement !== opener) opener.focus();
    };
  }, [open]);

  return {
    ref,
    onCancel(event: SyntheticEvent) {
      // A file input's own cancel bubbles up to here.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      // The event comes late: our own closing may be heard of when the dialog is about to open again.
      const ours = closedByUs.current;
      closedByUs.current = false;
      // Browsers may close without asking, on a second Escape for one.
      if (!ours && open && event.target === event.currentTarget && !event.currentTarget.open) onClose();
    },
    onPointerDown(event: PointerEvent) {
      pressedOutside.current = event.target === event.currentTarget;
    },
    onClick(event: MouseEvent) {
      // Both ends of the click: selecting text must not close when the pointer slips off the sheet.
      if (closeOnBackdrop && pressedOutside.current && event.target === event.currentTarget) onClose();
    },
  };
}
