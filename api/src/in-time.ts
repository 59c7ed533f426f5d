/** The caller has given up by then. */
const SOON_MS = 500;

/**
 * What work gives; undefined when that takes longer, or fails. The work itself goes on.
 * Unlike a limit that throws, a number that is not there in time is left out.
 * @param ms how long that may be
 */
export async function inTime<T>(work: Promise<T>, ms = SOON_MS): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
