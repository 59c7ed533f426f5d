/** Forms within a place whose code is not here yet. */
export interface HeldSubmits {
  /** The code is here: what was held is sent again, and nothing is held from now on. */
  release(): void;
  /** Stops listening. */
  stop(): void;
}

/**
 * Holds back a form that is sent before its code has taken it over, and asks for that code. Should it not come, the
 * form goes the way that it would go without scripts.
 * @param start fetches the code; resolves with whether that worked
 */
export function holdSubmits(place: Element, start: () => Promise<boolean>): HeldSubmits {
  let held: HTMLFormElement | undefined;

  const onSubmit = async (event: SubmitEvent) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !place.contains(form)) return;
    event.preventDefault();
    held = form;
    if (!(await start())) form.submit();
  };

  const stop = () => document.removeEventListener('submit', onSubmit, true);
  // React stops events on what it has not hydrated as soon as they reach its root, which is below the document.
  document.addEventListener('submit', onSubmit, true);
  return {
    stop,
    release() {
      stop();
      held?.requestSubmit();
      held = undefined;
    },
  };
}
