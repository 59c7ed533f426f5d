import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { Thrown } from '@wholepage/contracts/report';
import { LONGEST_NAME, LONGEST_TEXT, MOST_FRAMES } from '@wholepage/contracts/report-limits';
import { RenderError } from '../../errors';
import type { Failure } from './guest-link';

/** A release's code threw. */
export class ThrownError extends RenderError {
  override name = 'ThrownError';
  constructor(
    message: string,
    readonly failure: Failure,
  ) {
    super(message);
  }
}

/** A line and column of the release's server entry, as Node's stacks name them. */
const POSITION = /file:\/\/\/releases\/[^\s:)]+:(\d{1,7}):(\d{1,7})/g;
const LONGEST_STACK = 8_000;

export function failureOf(error: unknown, longestReason: number): Failure {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, longestReason);
  const stack = error instanceof Error ? String(error.stack).slice(0, LONGEST_STACK) : '';
  const at = [...stack.matchAll(POSITION)].map(([, line, column]): [number, number] => [Number(line), Number(column)]);
  return {
    reason: reason || 'failed without a word',
    name: error instanceof Error ? String(error.name).slice(0, LONGEST_NAME) : 'Error',
    at: at.slice(0, MOST_FRAMES),
  };
}

export function thrownOf({ app, version, entry }: ReleaseManifest, error: Error): Thrown {
  if (!(error instanceof ThrownError)) return { name: error.name, message: error.message, stack: [] };
  const { name, reason, at } = error.failure;
  const stack = at.map(([line, column]) => `${app}/${version}/${entry.node}:${line}:${column}`);
  return { name, message: reason.slice(0, LONGEST_TEXT), stack };
}
