import { pathToFileURL } from 'node:url';
import type { PublicConfig } from 'contracts/config';
import { type Render, type RenderResult, renderResultSchema } from 'contracts/render';

export interface PageTask {
  kind: 'page';
  file: string;
  url: string;
  config: PublicConfig;
  /** Where addresses that begin with `/api` go. */
  apiOrigin: string;
  timeoutMs: number;
}

/** Reads a release's code, without asking anything of it. */
export interface ImportTask {
  kind: 'import';
  file: string;
}

export interface FrameTask {
  kind: 'frame';
  file: string;
  config: PublicConfig;
  path: string;
  found: boolean;
}

export interface FramePieces {
  before: string;
  after: string;
}

const API_PREFIX = '/api';

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

async function renderPage({ file, url, config, apiOrigin, timeoutMs }: PageTask): Promise<RenderResult> {
  const { render } = (await import(pathToFileURL(file).href)) as { render: Render };
  // A little before the pool's own limit, so that a slow API is answered by the page and not by a dead worker.
  const signal = AbortSignal.timeout(Math.round(timeoutMs * 0.9));
  return renderResultSchema.parse(await render({ url, config, fetch: serverFetch(apiOrigin, signal), signal }));
}

async function renderFrame({ file, config, path, found }: FrameTask): Promise<FramePieces> {
  const { render } = (await import(pathToFileURL(file).href)) as {
    render(request: Omit<FrameTask, 'kind' | 'file'>): Promise<FramePieces>;
  };
  return render({ config, path, found });
}

/** Runs in a worker thread, where a release that hangs or devours memory can be ended. */
export default async function work(
  task: PageTask | FrameTask | ImportTask,
): Promise<RenderResult | FramePieces | undefined> {
  if (task.kind === 'import') {
    await import(pathToFileURL(task.file).href);
    return undefined;
  }
  return task.kind === 'page' ? renderPage(task) : renderFrame(task);
}
