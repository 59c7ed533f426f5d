import { useInvalidate } from '@refinedev/core';
import { ApiError, download, useOnce } from '@wholepage/staff-kit/browser/calls';
import { useEffect } from 'react';
import { shared } from '../data/shared';

/** Whether somebody else was first. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 409;

const SHOWN_MS = 6000;

const toast = shared<string | undefined>(undefined);

/** Says that something is done. What failed is said where it was tried. */
export const say = (sentence: string): void => toast.set(sentence);

export function Toasts() {
  const sentence = toast.use();
  useEffect(() => {
    if (!sentence) return undefined;
    const timer = setTimeout(() => toast.set(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div role="status" className="toast" data-shown={sentence !== undefined}>
      {sentence}
    </div>
  );
}

/** Does something, says so, and has what it changed asked for again. */
export function useAct<Given = void, Answer = unknown>({
  act,
  done,
  resources = [],
  waits = false,
  onDone,
}: {
  act(given: Given): Promise<Answer>;
  done?: string | ((answer: Answer, given: Given) => string | undefined);
  /** Resources whose lists and records are out of date then. */
  resources?: readonly string[];
  /** Whether it is under way until these are here again, since what may be done next depends on them. */
  waits?: boolean;
  /** What follows when it is done, though its screen was left by then. */
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
    // What is there now is shown beside what was refused.
    onError: (error) => isConflict(error) && void askAgain(),
  });
}

/** Saves what a call answers as a file. */
export const useDownload = (...file: Parameters<typeof download>) =>
  useAct({ act: () => download(...file), done: 'The file is among your downloads.' });
