import { type MouseEvent, useSyncExternalStore } from 'react';
import { ChatLink } from 'shared-ui/ChatLink';
import { telHref } from 'site/company-text';
import type { Company } from 'site/config';
import { openEnquiry } from '../../shell-api';
import { instead } from '../Overlays/Overlays';
import styles from './AskBar.module.css';

const declared = () => document.head.querySelector<HTMLMetaElement>('meta[name="main-action"]')?.content;
const onHeadChange = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
};

/** Presses the page's button. For any other element the link works natively. */
const press = (event: MouseEvent<HTMLAnchorElement>) => {
  const target = document.querySelector(`#main ${event.currentTarget.hash}`);
  if (!(target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  target.click();
};

/** The main action that the page declares, or else the enquiry. Before scripts run, every page shows the enquiry. */
function MainAction() {
  const action = useSyncExternalStore(onHeadChange, declared, () => undefined);
  if (action === '') return null;
  if (action === undefined)
    return (
      <form action="/contact" onSubmit={instead(openEnquiry)}>
        <button type="submit">Start</button>
      </form>
    );
  const [target, ...words] = action.split(' ');
  return (
    <a className={styles.main} href={`#${target}`} onClick={press}>
      {words.join(' ')}
    </a>
  );
}

/** The three ways to ask, at the foot of a phone's window. Without scripts "Start" leads to the contact page. */
export function AskBar({ company }: { company: Company }) {
  return (
    <aside className={styles.bar} aria-label="Ask us">
      <a href={telHref(company.phones[0])}>Call</a>
      <ChatLink company={company} />
      <MainAction />
    </aside>
  );
}
