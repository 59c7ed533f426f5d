import type { MeasuredComposer } from '../composer/composer-process';

export interface PagesSoFar {
  fromMemory: number;
  rendered: number;
  /** Renders that came to nothing. */
  failed: number;
}

/** What a composer says of the pages that it has sent and made. */
export async function pagesSoFar({ privateOrigin }: MeasuredComposer): Promise<PagesSoFar> {
  const metrics = await (await fetch(`${privateOrigin}/metrics`)).text();
  const sum = (pattern: RegExp): number =>
    [...metrics.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  const rendered = sum(/^composer_render_duration_seconds_count\{[^}]*outcome="rendered"[^}]*\} (\d+)/gm);
  return {
    fromMemory: sum(/^composer_page_cache_hits_total (\d+)/gm),
    rendered,
    failed: sum(/^composer_render_duration_seconds_count\{[^}]*\} (\d+)/gm) - rendered,
  };
}
