import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { useEffect, useSyncExternalStore } from 'react';

const SHOWN_MS = 6000;

let shown: OpenNotificationParams | undefined;
const listeners = new Set<() => void>();
const show = (next: OpenNotificationParams | undefined): void => {
  shown = next;
  for (const listener of listeners) listener();
};

/** How refine says that something is done. What failed is said where it was tried. */
export const notificationProvider: NotificationProvider = {
  open: (notification) => {
    if (notification.type === 'success') show(notification);
  },
  close: () => show(undefined),
};

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The sentence for what was done last. */
export function Toasts() {
  const toast = useSyncExternalStore(listen, () => shown);
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => show(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div role="status" className="toast" data-shown={toast !== undefined}>
      {toast?.message}
    </div>
  );
}
