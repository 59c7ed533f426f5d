import { pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import type { PublicConfig } from 'contracts/config';
import { type Render, renderResultSchema } from 'contracts/render';

interface BaseTask {
  /** Server entry of the release. */
  file: string;
}

export interface PageTask extends BaseTask {
  kind: 'page';
  url: string;
  config: PublicConfig;
  /** Where addresses that begin with `/api` go. */
  apiOrigin: string;
  /** When the worker will be ended. */
  limitMs: number;
}

/** Reads a release's code, without asking anything of it. */
export interface ImportTask extends BaseTask {
  kind: 'import';
}

export interface FrameTask extends BaseTask {
  kind: 'frame';
  config: PublicConfig;
  path: string;
  found: boolean;
}

export type RenderTask = PageTask | FrameTask | ImportTask;

export interface FramePieces {
  before: string;
  after: string;
}

/** What a worker answers: an error of the release is an answer too, so that any other failure is the worker's end. */
export type WorkerAnswer = { json: string } | { failure: string };

const API_PREFIX = '/api';
/** Our longest page is a hundredth of it; more would only fill the composer's memory. */
const LARGEST_RESULT_CHARS = 4 * 1024 * 1024;

/** Like the platform's fetch; the site's own API is reached directly, and nothing outlives the render. */
const serverFetch = (apiOrigin: string, signal: AbortSignal): typeof fetch => {
  return (input, init) => {
    const address =
      typeof input === 'string' && input.startsWith(`${API_PREFIX}/`)
        ? apiOrigin + input.slice(API_PREFIX.length)
        : input;
    const signals = init?.signal ? AbortSignal.any([signal, init.signal]) : signal;
    const ask = () => fetch(address, { ...init, signal: signals });
    if (init?.method && init.method !== 'GET') return ask();
    // A kept connection may have been closed by the other side just now; reading again does no harm.
    return ask().catch((error: unknown) => {
      if (signals.aborted) throw error;
      return ask();
    });
  };
};

interface ServerEntry {
  render: Render & ((request: Omit<FrameTask, 'kind' | 'file'>) => Promise<FramePieces>);
}

async function render({ render }: ServerEntry, task: PageTask | FrameTask): Promise<unknown> {
  if (task.kind === 'frame') {
    const { config, path, found } = task;
    return render({ config, path, found });
  }
  const { url, config, apiOrigin, limitMs } = task;
  // A little before the worker's own end, so that a slow API is answered by the page and not by a dead worker.
  const signal = AbortSignal.timeout(Math.round(limitMs * 0.9));
  return renderResultSchema.parse(await render({ url, config, fetch: serverFetch(apiOrigin, signal), signal }));
}

/** Entries that this worker has made a page with: the first takes the longest, for nothing is compiled yet. */
const practised = new Set<string>();

/** Said when the code is read and the work begins. */
export interface Begun {
  /** It is this worker's first page of the release. */
  cold: boolean;
}

/**
 * Runs in a worker thread, where a release that hangs or devours memory can be ended.
 * Tells `begun` when the code is read and the work begins: only from then on it is the release that takes time.
 */
export default async function work({ begun, ...task }: RenderTask & { begun: MessagePort }): Promise<WorkerAnswer> {
  try {
    const entry = (await import(pathToFileURL(task.file).href)) as ServerEntry;
    begun.postMessage({ cold: !practised.has(task.file) } satisfies Begun);
    const json = task.kind === 'import' ? 'null' : JSON.stringify(await render(entry, task));
    if (json.length > LARGEST_RESULT_CHARS)
      return { failure: `its result is longer than ${LARGEST_RESULT_CHARS} characters` };
    if (task.kind === 'page') practised.add(task.file);
    return { json };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    begun.close();
  }
}
