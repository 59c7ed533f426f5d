import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './Tabs.module.css';

export interface TabsProps {
  /** Name of the row of tabs. */
  label: string;
  /** `id` is also the panel's address: `#furnishings` opens it. */
  tabs: { id: string; label: string; panel: ReactNode }[];
  /** Index of the tab that is open at first. */
  initial?: number;
}

/** A panel takes focus, so that the keyboard reaches and scrolls words that hold no link. */
const panelOf = (tabId: string) => ({ role: 'tabpanel', tabIndex: 0, 'aria-labelledby': tabId });

const step = (key: string, index: number, count: number): number | undefined => {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
};

/** Tabs cut like file dividers, by the WAI-ARIA pattern. Without scripts every panel is open, one below the other. */
export function Tabs({ label, tabs, initial = 0 }: TabsProps) {
  const id = useId();
  const [selected, setSelected] = useState(initial);
  const [live, setLive] = useState(false);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const ids = tabs.map((tab) => tab.id).join(' ');

  useEffect(() => {
    const named = ids.split(' ').indexOf(location.hash.slice(1));
    if (named >= 0) setSelected(named);
    setLive(true);
  }, [ids]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = step(event.key, selected, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setSelected(next);
    buttons.current[next]?.focus();
  };

  return (
    <div className={styles.tabs} data-live={live || undefined}>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            className={styles.tab}
            aria-selected={index === selected}
            aria-controls={tab.id}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          id={tab.id}
          className={styles.panel}
          hidden={live && index !== selected}
          data-open={index === selected}
          {...panelOf(`${id}${tab.id}`)}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
