import { useInvalidate } from '@refinedev/core';
import { ApiError, useOnce } from '@wholepage/staff-kit/browser/calls';
import { acting, Dialog } from '@wholepage/staff-kit/browser/forms';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

const SHOWN_MS = 6000;

let shown: string | undefined;
const listeners = new Set<() => void>();
const show = (next: string | undefined): void => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Says that something is done. What failed is said where it was tried. */
export const say = (sentence: string): void => show(sentence);

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const toast = useSyncExternalStore(listen, () => shown);
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => show(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div role="status" className="toast" data-shown={toast !== undefined}>
      {toast}
    </div>
  );
}

/** Does something, says so, and has what it changed asked for again. */
export function useAct<Given = void, Answer = unknown>({
  act,
  done,
  resources = [],
}: {
  act(given: Given): Promise<Answer>;
  /** A sentence for when it is done. */
  done?: string | ((answer: Answer, given: Given) => string | undefined);
  /** Resources whose lists and records are out of date then. */
  resources?: readonly string[];
}) {
  const invalidate = useInvalidate();
  const askAgain = () =>
    Promise.all(resources.map((resource) => invalidate({ resource, invalidates: ['resourceAll'] })));
  return useOnce<Answer, Given>({
    mutationFn: act,
    onSuccess: async (answer, given) => {
      const message = typeof done === 'function' ? done(answer, given) : done;
      if (message) say(message);
      await askAgain();
    },
    // Somebody else was first: what is there now is shown beside what was refused.
    onError: (error) => error instanceof ApiError && error.statusCode === 409 && void askAgain(),
  });
}

interface DangerButtonProps<Answer> {
  /** Verb and object; the dialog's title as well, unless that says more. */
  text: string;
  title?: string;
  act: Parameters<typeof acting<Answer>>[0];
  onDone(answer: Answer): void;
  /** What will happen. */
  children: ReactNode;
}

/** Does what cannot be undone, after a second look. */
export function DangerButton<Answer>({ text, title = text, act, onDone, children }: DangerButtonProps<Answer>) {
  const [isOpen, setOpen] = useState(false);
  const onSuccess = (answer: Answer) => {
    setOpen(false);
    onDone(answer);
  };
  return (
    <>
      <button type="button" className="danger" onClick={() => setOpen(true)}>
        {text}
      </button>
      {isOpen && (
        <Dialog title={title} action={text} isDangerous {...acting(act, { onSuccess })} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      )}
    </>
  );
}
