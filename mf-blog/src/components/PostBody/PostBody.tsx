import { useRemote } from '@wholepage/remote-kit';
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SiteEnvironment } from 'site/remote';
import { sanitisePost } from '#sanitise';
import matter from './matter.module.css';
import styles from './PostBody.module.css';

export interface PostBodyProps {
  /** Safe HTML from `sanitisePost`, handed on untouched: under Trusted Types it may be a `TrustedHTML`. */
  html: string;
}

const never = () => () => {};
const takesText = (): boolean => !('trustedTypes' in globalThis);

/**
 * The body of a post. React leaves the server's HTML as it finds it on hydration, so nothing is parsed or made safe
 * twice. The object must stay the same one, or React would compare and write it again. Where somebody changed the page on its way, React makes it
 * from scratch. Then Trusted Types ask for the server's text to be made safe here.
 */
export const PostBody = memo(function PostBody({ html }: PostBodyProps) {
  const { blog } = useRemote<SiteEnvironment>().config.hosts;
  const isHydrated = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isTrusted] = useState(isHydrated || typeof html !== 'string' || takesText());
  const [safe, setSafe] = useState<string>();
  useEffect(() => {
    if (!isTrusted) void sanitisePost(html, blog).then(setSafe);
  }, [isTrusted, html, blog]);
  const body = isTrusted ? html : safe;
  const inner = useMemo(() => (body === undefined ? undefined : { __html: body }), [body]);
  // Safe by `sanitisePost`, in the browser under the Trusted Types policy `blog-html`.
  return <div className={`${styles.body} ${matter.matter}`} suppressHydrationWarning dangerouslySetInnerHTML={inner} />;
});
