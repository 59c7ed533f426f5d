import { useEffect, useState } from 'react';

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Turns {
  count: number;
  /** Milliseconds that a slide rests, its change included. */
  every: number;
  /** Paused by the visitor, or pointer or focus are on it. */
  stopped: boolean;
}

/** Takes slides in turn, the first again after the last. Nothing turns for those who want less motion. */
export function useTurns({ count, every, stopped }: Turns) {
  const [active, setActive] = useState(0);
  const [running, setRunning] = useState(false);

  useEffect(() => {
    const run = !stopped && count > 1 && !calm();
    setRunning(run);
    if (!run) return;
    const timer = setInterval(() => {
      // Behind a modal dialog nothing turns, or focus could not return to the button that opened it.
      if (!document.querySelector('dialog[open]')) setActive((active + 1) % count);
    }, every);
    return () => clearInterval(timer);
  }, [active, count, every, stopped]);

  return { active, running, show: setActive };
}
