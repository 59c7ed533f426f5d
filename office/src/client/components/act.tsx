import { useInvalidate } from '@refinedev/core';
import { ApiError, download, useOnce } from '@wholepage/staff-kit/browser/calls';
import { useEffect } from 'react';
import { shared } from '../data/shared';

/** True when a change was refused because somebody else was first. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 409;

const SHOWN_MS = 6000;

const toast = shared<{ sentence: string; at: number } | undefined>(undefined);

/** Shows a toast that something is done. A failure is shown where it was tried. */
export const say = (sentence: string): void => toast.set({ sentence, at: performance.now() });

export function Toasts() {
  const said = toast.use();
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => toast.set(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" className="toast" data-shown={said !== undefined}>
      {/* `key` makes a screen reader read the same sentence again. */}
      {said && <span key={said.at}>{said.sentence}</span>}
    </div>
  );
}

/** A mutation that reports success in a toast, and refetches what it changed. */
export function useAct<Given = void, Answer = unknown>({
  act,
  done,
  resources = [],
  waits = false,
  onDone,
}: {
  act(given: Given): Promise<Answer>;
  done?: string | ((answer: Answer, given: Given) => string | undefined);
  /** Resources whose lists and records are refetched, after success or a conflict. */
  resources?: readonly string[];
  /** True: pending until the resources are refetched, because the permitted acts depend on them. */
  waits?: boolean;
  /** Called after success, even if its screen was left by then. */
  onDone?(): void;
}) {
  const invalidate = useInvalidate();
  const askAgain = () =>
    Promise.all(resources.map((resource) => invalidate({ resource, invalidates: ['resourceAll'] })));
  return useOnce<Answer, Given>({
    mutationFn: act,
    onSuccess: async (answer, given) => {
      const message = typeof done === 'function' ? done(answer, given) : done;
      if (message) say(message);
      const asked = askAgain();
      if (waits) await asked;
      onDone?.();
    },
    // After a conflict, the present state is shown beside the refused change.
    onError: (error) => isConflict(error) && void askAgain(),
  });
}

/** Saves the response of a call as a file. */
export const useDownload = (...file: Parameters<typeof download>) =>
  useAct({ act: () => download(...file), done: 'The file is among your downloads.' });
