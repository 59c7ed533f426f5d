import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'shared-ui/Button';
import type { PostDate } from '../api/answers';
import { blog } from '../content/blog';
import byline from './Byline.module.css';
import loading from './Loading.module.css';
import notice from './Notice.module.css';
import swatch from './Swatch.module.css';

/*
 * What the list and a post have in common: a post's byline and cloth, and what is said while there is none.
 */

interface BylineProps {
  author: string;
  /** Left out when the host sent none that can be read. */
  date?: PostDate | undefined;
}

/** Who wrote a post and when, set like the print on a care label. */
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
  /** The cloth, which shows when there is no picture or it does not load. */
  weave: Weave;
  /** Its first letter is embroidered on the cloth of a post without picture. */
  title: string;
  /** Address of the picture. */
  picture?: string | undefined;
  /** The cut: `wide` for a leading post, `square` for a small one, `sheet` for a post's own cover. */
  cut: 'wide' | 'square' | 'sheet';
  /** Seen first on its page. */
  priority?: boolean;
}

/** A post's picture as a piece of cloth with pinked edges. Decoration: the title beside it says it all. */
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

/** Cloths that stand in where a post has no picture. */
export const WEAVES = ['twill', 'gingham', 'pinstripe', 'herringbone', 'basket', 'windowpane'] as const;

export type Weave = (typeof WEAVES)[number];

/** Cloths of posts that lie together: each its own, unless one of the three before it has the same. */
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

/** "Loading…", brought into view: whoever turned a page at its foot sees that something is under way. */
export function Loading() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { current } = text;
    if (!current) return;
    // To scroll, or to ask for the place, would lay the page out before its first paint; this is reported after it.
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      // Where it lies below, whoever just came reads the top of the page.
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
  /** `error` is said in red; `plain` is nobody's fault. */
  tone: 'error' | 'plain';
  /** 1 where the words are the page's heading. */
  level?: 1 | 2;
  heading: string;
  text?: string | undefined;
  /** A way on. */
  children?: ReactNode;
}

/** A paper slip pinned where the posts would have been. */
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
  /** The page's own address, asked for again when there are no scripts. */
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
