import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Layout = 'table' | 'cards';

/**
 * How a table is laid out: as cards where its columns need more room than there is, whatever the size of window and text.
 * @param content when it changes, the table may need another width
 */
export function useLayout(content: unknown): { room: RefObject<HTMLDivElement | null>; layout: Layout } {
  const room = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<Layout>('table');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides the width that is measured
  useLayoutEffect(() => {
    const element = room.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const measure = () => {
      const before = table.dataset['layout'];
      table.dataset['layout'] = 'table';
      const isWider = table.scrollWidth > element.clientWidth || table.offsetWidth > element.clientWidth;
      table.dataset['layout'] = before;
      setLayout(isWider ? 'cards' : 'table');
    };
    measure();
    // Before the browser paints: otherwise one frame shows what does not fit.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  return { room, layout };
}
