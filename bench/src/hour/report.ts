import { type AgedRound, sendingLines } from '../composer/sending';
import type { Line } from '../measure/line';
import type { PagesSoFar } from './pages-so-far';

const MB = 1024 * 1024;
const LIMIT = 150 * MB;

/** In bytes. */
export interface Memory {
  resident: number;
  /** Without what it shares with other processes of Node. */
  own: number;
}

interface Hour {
  /** At the start, and every ten minutes. */
  memory: readonly Memory[];
  pages: PagesSoFar;
  rounds: readonly AgedRound[];
}

const megabytes = (bytes: number): string => String(Math.round(bytes / MB));

export const inWords = ({ resident, own }: Memory): string => `${megabytes(resident)} MB, ${megabytes(own)} its own`;

export function linesOf({ memory, pages, rounds }: Hour): Line[] {
  return [
    {
      what: 'memory at the start, and every ten minutes',
      value: `${memory.map(({ resident }) => megabytes(resident)).join(', ')} MB`,
      goal: `≤ ${megabytes(LIMIT)} MB`,
      holds: memory.every(({ resident }) => resident <= LIMIT),
    },
    {
      what: 'of it its own',
      value: `${memory.map(({ own }) => megabytes(own)).join(', ')} MB`,
      goal: '',
    },
    {
      what: 'pages meanwhile',
      value: `${pages.fromMemory} from memory, ${pages.rendered} rendered, ${pages.failed} failed`,
      goal: '0 failed',
      holds: pages.failed === 0,
    },
    ...sendingLines(rounds),
  ];
}
