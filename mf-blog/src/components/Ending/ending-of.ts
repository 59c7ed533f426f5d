import { blog } from '../../content/blog';

export type EndingRecord = (typeof blog.endings)[number];

const spaced = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** The sector or page that a post speaks of: the first whose words its title or slug holds, else the last. */
export function endingOf(title: string, slug: string): EndingRecord | undefined {
  const said = spaced(`${title} ${slug}`);
  return blog.endings.find(({ words }) => words.some((word) => said.includes(spaced(word)))) ?? blog.endings.at(-1);
}
