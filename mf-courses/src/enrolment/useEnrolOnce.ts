import { useCallback, useRef } from 'react';
import { enrol } from './enrol';

/** Enrols as `enrol` does, and gives whoever tries again with the same details the same enrolment: they are not somebody else. */
export function useEnrolOnce(): typeof enrol {
  const enrolled = useRef<{ key: string; id: string | undefined }>(undefined);
  return useCallback(async (place, details, wanted) => {
    const key = JSON.stringify([details, wanted.variant, wanted.format]);
    if (enrolled.current?.key !== key) enrolled.current = { key, id: await enrol(place, details, wanted) };
    const { id } = enrolled.current;
    // Kept for another try only when it was taken.
    if (id === undefined) enrolled.current = undefined;
    return id;
  }, []);
}
