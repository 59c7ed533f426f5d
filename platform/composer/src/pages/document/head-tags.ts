import type { PublicConfig } from '@wholepage/contracts/config';
import type { Head } from '@wholepage/contracts/head';
import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { type HeadElement, headElements } from '@wholepage/page-rules/head-elements';
import { scriptText, tag } from './html';

const html = (element: HeadElement): string => {
  if (element.tag === 'title') return `<title>${escapeHtml(element.text)}</title>`;
  const opened = tag(element.tag, element.attributes);
  return element.tag === 'script' ? `${opened}${scriptText(element.text)}</script>` : opened;
};

/** What a page says about itself, as tags. */
export const headTags = (head: Head, path: string, config: PublicConfig): string =>
  headElements(head, path, config).map(html).join('\n');
