import { type ReactNode, useEffect, useId, useState } from 'react';
import { useEntryState, useFindablePanels } from '../../lib/panels';
import styles from './Accordion.module.css';

export interface AccordionProps {
  items: { id: string; heading: string; panel: ReactNode }[];
}

/** Headings that open and close their panels independently; the first starts open. Without scripts all panels are open. */
export function Accordion({ items }: AccordionProps) {
  const key = items.map((item) => item.id).join(' ');
  const [ids, setIds] = useEntryState(key, items[0]?.id ?? '');
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  const open = new Set(ids.split(' '));
  const toggle = (id: string) => {
    const after = new Set(open);
    if (!after.delete(id)) after.add(id);
    setIds([...after].join(' '));
  };
  const root = useFindablePanels((panel, found) => panel === found || open.has(panel), toggle);

  return (
    <div ref={root} className={styles.accordion} data-live={live || undefined}>
      {items.map((item) => (
        <Item
          key={item.id}
          name={item.id}
          live={live}
          heading={item.heading}
          open={open.has(item.id)}
          onToggle={() => toggle(item.id)}
        >
          {item.panel}
        </Item>
      ))}
    </div>
  );
}

interface ItemProps {
  name: string;
  live: boolean;
  heading: string;
  open: boolean;
  onToggle(): void;
  children: ReactNode;
}

function Item({ name, live, heading, open, onToggle, children }: ItemProps) {
  const id = useId();
  return (
    <div className={styles.item}>
      <h3 className={styles.heading}>
        <button
          type="button"
          id={`${id}button`}
          className={styles.button}
          aria-expanded={open}
          aria-controls={`${id}panel`}
          onClick={onToggle}
        >
          <span className={styles.words}>{heading}</span>
          <svg className={styles.mark} viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
            <path d="M4 14h20" stroke="currentColor" strokeWidth="2" strokeDasharray="6 3.4" />
            <path
              className={styles.upright}
              d="M14 4v20"
              stroke="currentColor"
              strokeWidth="2"
              strokeDasharray="6 3.4"
            />
          </svg>
        </button>
      </h3>
      <div
        id={`${id}panel`}
        className={styles.panel}
        // A closed panel is not a landmark.
        {...((open || !live) && { role: 'region', 'aria-labelledby': `${id}button` })}
      >
        <div className={styles.clip} data-panel={name} data-open={open}>
          <div className={styles.content}>{children}</div>
        </div>
      </div>
    </div>
  );
}
