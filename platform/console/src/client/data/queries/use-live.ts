import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OBSERVED_KEY } from './observed-queries';
import { evidenceKey, REGISTRY_KEY } from './queries';
import { watchPresses, whenReleased } from './while-pressed';

/** Follows the registry: what is shown is asked for again when it changed. @returns whether the console is heard */
export function useLive(): boolean {
  const client = useQueryClient();
  const [isHeard, setHeard] = useState(true);
  useEffect(() => {
    const source = new EventSource('/api/events');
    const readAgain = (...keys: readonly (readonly string[])[]) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    };
    const onRegistry = () => readAgain([REGISTRY_KEY]);
    const onObserved = () => readAgain([OBSERVED_KEY], [REGISTRY_KEY, 'overview']);
    source.addEventListener('open', () => setHeard(true));
    source.addEventListener('error', () => setHeard(false));
    source.addEventListener('registry', () => whenReleased(onRegistry));
    source.addEventListener('observed', () => whenReleased(onObserved));
    source.addEventListener('evidence', (event) => {
      const { app } = JSON.parse(event.data) as { app: string };
      whenReleased(() => readAgain(evidenceKey(app)));
    });
    const stopWatching = watchPresses();
    return () => {
      source.close();
      stopWatching();
    };
  }, [client]);
  return isHeard;
}
