import type { LoadContext } from 'site/remote';
import { config } from './config';

/** A fake blog host that gives every request the same answer, and records the addresses. */
export function hostThat(answer: unknown, status = 200) {
  const asked: string[] = [];
  const fetch = async (address: RequestInfo | URL): Promise<Response> => {
    asked.push(String(address));
    if (answer instanceof Error) throw answer;
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status });
  };
  return { asked, fetch };
}

/** The context of a page's `load` at this path. */
export const contextFor = (
  path: string,
  fetch: LoadContext['fetch'],
  params: Record<string, string> = {},
): LoadContext => ({
  url: new URL(path, config.siteOrigin),
  params,
  config,
  cookies: {},
  fetch,
  signal: new AbortController().signal,
});

export const listItem = (number: number) => ({
  id: number,
  slug: `post-${number}`,
  title: `Post ${number}`,
  excerpt: `About ${number}`,
  author: 'Fit Room',
  cover_path: `/covers/${number}.svg`,
  created_at: '2025-03-05T00:00:00.000Z',
});

export const listOf = (count: number, pages = 1) => ({
  success: true,
  data: Array.from({ length: count }, (_, index) => listItem(index + 1)),
  total_pages: pages,
});

export const postAnswer = (over: object = {}) => ({
  success: true,
  data: {
    id: 1,
    slug: 'linen',
    title: 'Linen',
    author: 'Linen Desk',
    created_at: '2025-03-05 23:30:00',
    cover_path: 'covers/linen.svg',
    excerpt: 'About linen',
    content: '<p>One sheet.</p>',
    ...over,
  },
});
