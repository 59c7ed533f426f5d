import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OBSERVED_KEY } from './observed-queries';
import { evidenceKey, REGISTRY_KEY } from './queries';

/** Follows the registry: what is shown is asked for again when it changed. @returns whether the console is heard */
export function useLive(): boolean {
  const client = useQueryClient();
  const [isHeard, setHeard] = useState(true);
  useEffect(() => {
    const source = new EventSource('/api/events');
    source.addEventListener('open', () => setHeard(true));
    source.addEventListener('error', () => setHeard(false));
    source.addEventListener('registry', () => void client.invalidateQueries({ queryKey: [REGISTRY_KEY] }));
    source.addEventListener('observed', () => {
      void client.invalidateQueries({ queryKey: [OBSERVED_KEY] });
      void client.invalidateQueries({ queryKey: [REGISTRY_KEY, 'overview'] });
    });
    source.addEventListener('evidence', (event) => {
      const { app } = JSON.parse(event.data) as { app: string };
      void client.invalidateQueries({ queryKey: evidenceKey(app) });
    });
    return () => source.close();
  }, [client]);
  return isHeard;
}
