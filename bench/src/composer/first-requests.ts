import { buildApp } from '@wholepage/tooling/build-app';
import { freePort } from '@wholepage/tooling/free-port';
import type { Line } from '../measure/line';
import { startComposer } from './composer-process';
import { getCompressed } from './get-compressed';

const VISITORS = 40;
const LIMIT_MS = 200;

/** Whether a visitor waits because another is the first to ask for a large file: 40 at once, of a composer just started. */
export async function measureFirstRequests(): Promise<Line[]> {
  const composer = await startComposer(await freePort());
  try {
    const { manifest } = await buildApp('shell');
    const file = manifest.entry.js.find((name) => name.startsWith('assets/react.'));
    if (!file) throw new Error('The shell has no chunk of React.');
    const started = performance.now();
    await Promise.all(
      Array.from({ length: VISITORS }, async () => {
        const { status } = await getCompressed(`${composer.origin}/_releases/shell/${file}`);
        if (status !== 200) throw new Error(`${file}: ${status}`);
      }),
    );
    const took = performance.now() - started;
    return [
      {
        what: `${VISITORS} first requests for React's chunk`,
        value: `${Math.round(took)} ms`,
        goal: `< ${LIMIT_MS} ms`,
        holds: took < LIMIT_MS,
      },
    ];
  } finally {
    await composer.stop();
  }
}
