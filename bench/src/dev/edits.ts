/** A change such as a developer makes, and what a page at `/blog` or the API then shows. */
export interface Edit {
  what: string;
  file: string;
  from: string;
  to: string;
  /** Milliseconds from saving to seeing. */
  goal: number;
  /** Runs in the page: whether the change is to be seen. Left out for the API, whose `/healthz` then has `x-edited`. */
  isSeen?(): boolean;
}

const SECOND = 1_000;

export const EDITS: readonly Edit[] = [
  {
    what: 'a component',
    file: 'mf-blog/src/pages/list/page.tsx',
    from: '<div className={styles.list}>',
    to: '<div className={styles.list} data-edited="component">',
    goal: SECOND,
    isSeen: () => document.querySelector('[data-edited="component"]') !== null,
  },
  {
    what: 'a style',
    file: 'mf-blog/src/pages/list/page.module.css',
    from: 'min-block-size: 50svh;',
    to: 'min-block-size: 50svh; outline: 3px solid rgb(1 2 3);',
    goal: SECOND,
    isSeen: () =>
      [...document.querySelectorAll('main div')].some((node) => getComputedStyle(node).outlineColor === 'rgb(1, 2, 3)'),
  },
  {
    what: 'a text',
    file: 'mf-blog/src/content/blog.content.json',
    from: '"heading": "The Swatch Book"',
    to: '"heading": "The Edited Book"',
    goal: SECOND,
    isSeen: () => document.querySelector('main h1')?.textContent?.includes('Edited') ?? false,
  },
  {
    what: 'shared-ui',
    file: 'shared-ui/src/components/Pagination/Pagination.tsx',
    from: '<nav aria-label={label}',
    to: '<nav data-edited="shared-ui" aria-label={label}',
    goal: SECOND,
    isSeen: () => document.querySelector('[data-edited="shared-ui"]') !== null,
  },
  {
    what: 'the API',
    file: 'api/src/routes/operation.ts',
    from: ".header('cache-control', 'no-store')",
    to: ".header('cache-control', 'no-store').header('x-edited', '1')",
    goal: 3 * SECOND,
  },
];
