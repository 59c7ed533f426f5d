import { type ComponentType, type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { ThreadProgress } from 'shared-ui/ThreadProgress';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import { closeOverlays, hideToast, overlayStore, PATIENCE_MS } from '../../shell-api';

/**
 * A component whose code is fetched when it is shown. What did not come is asked for again by who shows it next: React's
 * `lazy` keeps a failure for as long as the page lives, and takes all around it along.
 * @param goWithout does what is wanted when the code does not come
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  goWithout: (props: Props) => void,
): ComponentType<Props> {
  const Without = (props: Props) => void useEffect(() => goWithout(props));
  return function Later(props) {
    const [Code, setCode] = useState<ComponentType<Props>>();
    const [isLong, setIsLong] = useState(false);
    useEffect(() => {
      const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
      void load()
        .catch(() => Without)
        .then((code) => setCode(() => code));
      return () => clearTimeout(timer);
    }, []);
    return Code ? <Code {...props} /> : <ThreadProgress busy={isLong} />;
  };
}

/** Does with scripts what a form leads to without. */
export const instead = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/** Without its code the page with the same questions, as without scripts. */
const EnquiryModal = later(
  () => import(/* webpackChunkName: "enquiry" */ '../EnquiryModal/EnquiryModal').then((module) => module.EnquiryModal),
  ({ shell }) => {
    closeOverlays();
    shell.navigate('/contact');
  },
);
const Notices = later(
  () => import(/* webpackChunkName: "notices" */ './Notices').then((module) => module.Notices),
  ({ alert }) => {
    if (alert) window.alert(alert.text);
    alert?.close();
    hideToast();
  },
);

interface OverlaysProps {
  config: PublicConfig;
  shell: ShellApi;
}

const initial = overlayStore.get();

/** The enquiry modal, the alert and the toast, each fetched when it is first asked for. */
export function Overlays({ config, shell }: OverlaysProps) {
  const { enquiry, alert, toast, busy } = useSyncExternalStore(overlayStore.subscribe, overlayStore.get, () => initial);
  return (
    <>
      <ThreadProgress busy={busy} />
      {enquiry && <EnquiryModal config={config} shell={shell} about={enquiry.about} />}
      {(alert || toast) && <Notices alert={alert} toast={toast} />}
    </>
  );
}
