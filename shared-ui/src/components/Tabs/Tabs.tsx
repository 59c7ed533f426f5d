import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { arrowStep } from '../../lib/arrow-step';
import { useEntryState, useFindablePanels } from '../../lib/panels';
import styles from './Tabs.module.css';

export interface TabsProps {
  /** Name of the row of tabs. */
  label: string;
  /** `id` is also the panel's fragment identifier: `#furnishings` opens it. */
  tabs: { id: string; label: string; panel: ReactNode }[];
}

/** Attributes of a panel. It is focusable, so that the keyboard reaches and scrolls text without links. */
const panelOf = (tabId: string) => ({ role: 'tabpanel', tabIndex: 0, 'aria-labelledby': tabId });

const step = (key: string, index: number, count: number): number | undefined => {
  const by = arrowStep(key);
  if (by) return (index + by + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
};

/** Tabs cut like file dividers, by the WAI-ARIA pattern. Without scripts every panel is open, one below the other. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [live, setLive] = useState(false);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const ids = tabs.map((tab) => tab.id);
  const [first = ''] = ids;
  const [open, choose] = useEntryState(ids.join(' '), first, () => ids.find((id) => window.location.hash === `#${id}`));
  const root = useFindablePanels((panel, found = open) => panel === found, choose);
  useEffect(() => setLive(true), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = step(event.key, ids.indexOf(open), ids.length);
    const id = next !== undefined && ids[next];
    if (!id) return;
    event.preventDefault();
    choose(id);
    buttons.current[next]?.focus();
  };

  return (
    <div ref={root} className={styles.tabs} data-live={live || undefined}>
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
            aria-selected={tab.id === open}
            aria-controls={tab.id}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={tab.id}
          className={styles.panel}
          data-panel={tab.id}
          data-open={tab.id === open}
          {...((!live || tab.id === open) && panelOf(`${id}${tab.id}`))}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
