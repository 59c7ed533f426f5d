import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { addressOf } from './fragment-address';
import styles from './Panel.module.css';
import type { StandaloneDefinition } from './scenario';

/** Makes the log focusable, because it has no focusable content and keys could not scroll it otherwise. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

interface PanelProps {
  definition: StandaloneDefinition;
  version: string;
  scenario: string;
  page: string;
  /** The remote's calls of the shell and its requests, newest first. */
  log: string[];
  alert: { text: string; close(): void } | undefined;
  slot: RefObject<HTMLDivElement | null>;
  onScenario(name: string): void;
  onPage(path: string): void;
}

/** The standalone page's panel, in place of the shell: chooses a page and a scenario, and lists the remote's calls. */
export function Panel({ definition, version, scenario, page, log, alert, slot, onScenario, onPage }: PanelProps) {
  const [shown, setShown] = useState(true);
  const { fragments = [], hostilePages = [] } = definition;
  const isListed = hostilePages.includes(page) || fragments.some((fragment) => addressOf(fragment) === page);
  return (
    <>
      <aside className={styles.panel} aria-label="Standalone" data-shown={shown || undefined}>
        <p className={styles.title}>
          <strong>{definition.name}</strong> {version}
          <button type="button" onClick={() => setShown(!shown)} aria-expanded={shown}>
            {shown ? 'Hide' : 'Standalone'}
          </button>
        </p>
        {shown && (
          <>
            <label>
              Page
              <select value={page} onChange={(event) => onPage(event.target.value)}>
                {[...new Set([...(isListed ? [] : [page]), ...definition.pages])].map((path) => (
                  <option key={path}>{path}</option>
                ))}
                {hostilePages.length > 0 && (
                  <optgroup label="Hostile">
                    {hostilePages.map((path) => (
                      <option key={path}>{path}</option>
                    ))}
                  </optgroup>
                )}
                {fragments.length > 0 && (
                  <optgroup label="Fragments">
                    {fragments.map((fragment) => (
                      <option key={addressOf(fragment)} value={addressOf(fragment)}>
                        {`${fragment.name} ${JSON.stringify(fragment.props)}`}
                      </option>
                    ))}
                  </optgroup>
                )}
              </select>
            </label>
            <label>
              The API answers
              <select value={scenario} onChange={(event) => onScenario(event.target.value)}>
                {definition.scenarios.map(({ name, title }) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
                <option value="real">really (no scenario)</option>
              </select>
            </label>
            <section className={styles.log} aria-label="Asked for" {...SCROLLED_BY_KEYS}>
              <ol>
                {log.map((line, index) => (
                  <li key={`${log.length - index} ${line}`}>{line}</li>
                ))}
              </ol>
            </section>
          </>
        )}
      </aside>
      <main id="main" tabIndex={-1}>
        <div id="slot" ref={slot} />
      </main>
      <PageAlert text={alert?.text} onClose={() => alert?.close()} />
    </>
  );
}

interface PageAlertProps {
  /** The alert's text; undefined when there is none. */
  text: string | undefined;
  onClose(): void;
}

/** The shell's alert on the standalone page: one sentence and an OK button. */
function PageAlert({ text, onClose }: PageAlertProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (text !== undefined) dialog.current?.showModal();
    else dialog.current?.close();
  }, [text]);
  return (
    <dialog ref={dialog} role="alertdialog" className={styles.alert} aria-labelledby={id} onCancel={onClose}>
      <p id={id}>{text}</p>
      <button type="button" onClick={onClose}>
        OK
      </button>
    </dialog>
  );
}
