import { useInvalidate, useNotification } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from './api';

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
  const { open } = useNotification();
  const askAgain = () =>
    Promise.all(resources.map((resource) => invalidate({ resource, invalidates: ['resourceAll'] })));
  return useMutation<Answer, Error, Given>({
    mutationFn: act,
    onSuccess: async (answer, given) => {
      const message = typeof done === 'function' ? done(answer, given) : done;
      if (message) open?.({ type: 'success', message });
      await askAgain();
    },
    // Somebody else was first: what is there now is shown beside what was refused.
    onError: (error) => error instanceof ApiError && error.statusCode === 409 && void askAgain(),
  });
}
