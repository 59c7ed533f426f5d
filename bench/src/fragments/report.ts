import type { Value } from '../measure/run';
import type { Emptied } from './emptied';
import type { Rates } from './rates';
import { COUNTS } from './store';

const PAGES_PER_SECOND = 'pages/s';
/** What composing may add to the renders that a page waits for, in ms. */
const COMPOSING_MS = 5;
const CHEAPEST_SHARE = 0.85;
const TIMES_PODIUM = 10;

const fragmentsOf = (count: number): string => `${count} fragment${count === 1 ? '' : 's'}`;

const ratio = (what: string, value: number, promise: string, holds: boolean): Value => ({
  what,
  value,
  unit: 'ratio',
  promise,
  holds,
});

/** @param rates in the order of their counts, the last with most fragments */
export function rateValues(rates: readonly Rates[]): Value[] {
  const [none] = rates;
  const ten = rates.at(-1);
  if (!none || !ten) return [];
  const share = ten.memory / none.memory;
  const ahead = ten.rendered / ten.podium;
  const times = ten.memory / ten.podium;
  return [
    ...rates.flatMap(({ count, memory, bare, rendered, podium }): Value[] => [
      { what: `${fragmentsOf(count)}, from memory`, value: memory, unit: PAGES_PER_SECOND },
      { what: `${fragmentsOf(count)}, bare Node with the same bytes`, value: bare, unit: PAGES_PER_SECOND },
      { what: `${fragmentsOf(count)}, from memory ÷ bare Node`, value: memory / bare, unit: 'ratio' },
      { what: `${fragmentsOf(count)}, all rendered for each request`, value: rendered, unit: PAGES_PER_SECOND },
      { what: `${fragmentsOf(count)}, Podium`, value: podium, unit: PAGES_PER_SECOND },
    ]),
    ratio('ten fragments ÷ none, from memory', share, `≥ ${CHEAPEST_SHARE}`, share >= CHEAPEST_SHARE),
    ratio('ten fragments rendered for each request ÷ Podium', ahead, '> 1', ahead > 1),
    ratio('ten fragments from memory ÷ Podium', times, `> ${TIMES_PODIUM}`, times > TIMES_PODIUM),
  ];
}

/** @param bytes medians in ms, by `memory`, `rendered` or `podium` and the number of fragments */
export const firstByteValues = (bytes: Record<string, number>): Value[] =>
  COUNTS.flatMap((count): Value[] => [
    { what: `first byte, ${fragmentsOf(count)}, from memory`, value: bytes[`memory ${count}`] ?? 0, unit: 'ms' },
    { what: `first byte, ${fragmentsOf(count)}, all rendered`, value: bytes[`rendered ${count}`] ?? 0, unit: 'ms' },
    { what: `first byte, ${fragmentsOf(count)}, Podium`, value: bytes[`podium ${count}`] ?? 0, unit: 'ms' },
  ]);

/** @param bytes of pages that wait for a back end: without fragments, the nested chain alone, and the whole page */
export function waitValues({ host, chain, page }: Record<'host' | 'chain' | 'page', number>): Value[] {
  const added = page - host - chain;
  return [
    { what: 'first byte of a page that waits for its back end', value: host, unit: 'ms' },
    { what: 'first byte of a chain of three fragments that wait', value: chain, unit: 'ms' },
    { what: 'first byte of both, with nine more fragments that wait', value: page, unit: 'ms' },
    {
      what: 'what composing adds to them',
      value: added,
      unit: 'ms',
      promise: `≤ ${COMPOSING_MS}`,
      holds: added <= COMPOSING_MS,
    },
  ];
}

export const emptiedValues = ({ pages, others, holders, seenMs }: Emptied): Value[] => [
  {
    what: 'pages without the fragment still in memory after its release',
    value: others,
    unit: '',
    promise: `${pages}`,
    holds: others === pages,
  },
  { what: 'pages that hold it, made again', value: holders, unit: '', promise: `${pages}`, holds: holders === pages },
  { what: 'its release is seen after', value: seenMs, unit: 'ms', promise: '< 2000', holds: seenMs < 2_000 },
];
