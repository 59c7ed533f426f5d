import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'shared-ui/Button';
import type { PostDate } from '../api/answers';
import { blog } from '../content/blog';
import byline from './Byline.module.css';
import loading from './Loading.module.css';
import notice from './Notice.module.css';
import swatch from './Swatch.module.css';

/* Parts that the list and a post share: byline, cloth, and the messages in the place of missing posts. */

interface BylineProps {
  author: string;
  /** Left out when the host sent no valid date. */
  date?: PostDate | undefined;
}

/** Author and date of a post, styled like the print on a care label. */
export function Byline({ author, date }: BylineProps) {
  return (
    <p className={byline.byline}>
      <span>By {author}</span>
      {date && (
        <time className={byline.date} dateTime={date.iso}>
          {date.label}
        </time>
      )}
    </p>
  );
}

interface SwatchProps {
  /** The cloth, visible when the picture is missing or does not load. */
  weave: Weave;
  /** The post's title. Its first letter is shown on the cloth of a post without a picture. */
  title: string;
  /** Address of the picture. */
  picture?: string | undefined;
  /** The cut: `wide` for a leading post, `square` for a small one, `sheet` for a post's own cover. */
  cut: 'wide' | 'square' | 'sheet';
  /** True for the first picture on the page, which loads eagerly. */
  priority?: boolean;
}

/** A post's picture as a piece of cloth with pinked edges. It is decoration, because the title beside it says it all. */
export function Swatch({ weave, title, picture, cut, priority = false }: SwatchProps) {
  return (
    <div className={swatch.swatch} data-cut={cut} data-weave={weave}>
      <div className={swatch.cloth}>
        {picture ? (
          <img
            className={swatch.picture}
            src={picture}
            alt=""
            width={1200}
            height={750}
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : 'auto'}
            decoding="async"
          />
        ) : (
          <span className={swatch.monogram} aria-hidden="true">
            {Array.from(title.trim())[0] ?? ''}
          </span>
        )}
      </div>
    </div>
  );
}

/** Cloths that replace the picture of a post without one. */
export const WEAVES = ['twill', 'gingham', 'pinstripe', 'herringbone', 'basket', 'windowpane'] as const;

export type Weave = (typeof WEAVES)[number];

/** Chooses the cloths of posts in a list: each post's own, or the next one that none of the three posts before it has. */
export function weavesOf(slugs: readonly string[]): Weave[] {
  const chosen: Weave[] = [];
  for (const slug of slugs) {
    const near = chosen.slice(-3);
    let at = WEAVES.indexOf(weaveOf(slug));
    while (near.includes(WEAVES[at] ?? 'twill')) at = (at + 1) % WEAVES.length;
    chosen.push(WEAVES[at] ?? 'twill');
  }
  return chosen;
}

/** The cloth of a post: always the same for the same slug. */
export function weaveOf(slug: string): Weave {
  // FNV-1a: slugs that begin alike still get different cloths.
  let hash = 0x811c9dc5;
  for (const character of slug) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return WEAVES[(hash >>> 8) % WEAVES.length] ?? 'twill';
}

/** "Loading…", scrolled into view: a visitor who turned the page from its bottom sees that the next page is loading. */
export function Loading() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { current } = text;
    if (!current) return;
    // Scrolling or measuring here would force a layout before the first paint; the observer reports after it.
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      // Below the viewport it stays there: a visitor who has just arrived reads the top of the page.
      if (entry && !entry.isIntersecting && entry.boundingClientRect.top < 0)
        current.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={text} className={loading.loading} role="status">
      {blog.states.loading}
    </p>
  );
}

interface NoticeProps {
  /** `error` is an alert with a red heading; `plain` is for messages that report no fault. */
  tone: 'error' | 'plain';
  /** Level of the heading; 1 where it is the page's own. */
  level?: 1 | 2;
  heading: string;
  text?: string | undefined;
  /** Links or buttons that lead on. */
  children?: ReactNode;
}

/** A paper slip in the place of the missing posts. */
export function Notice({ tone, level = 2, heading, text, children }: NoticeProps) {
  const Tag = `h${level}` as const;
  return (
    <div className={notice.notice} data-tone={tone} data-ground="sheet" role={tone === 'error' ? 'alert' : undefined}>
      <Tag className={notice.heading}>{heading}</Tag>
      {text && <p className={notice.text}>{text}</p>}
      {children && <div className={notice.ways}>{children}</div>}
    </div>
  );
}

interface RetryProps {
  /** Address of the page, which is requested again where no scripts run. */
  url: URL;
  onRetry(): void;
}

/** "Try again": loads the data again, or the whole page where no scripts run. */
export function Retry({ url, onRetry }: RetryProps) {
  return (
    <form
      action={url.pathname}
      onSubmit={(event) => {
        event.preventDefault();
        onRetry();
      }}
    >
      {Array.from(url.searchParams, ([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{blog.states.tryAgain}</Button>
    </form>
  );
}
