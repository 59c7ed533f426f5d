import { type ComponentType, type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { ThreadProgress } from 'shared-ui/ThreadProgress';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import { closeOverlays, hideToast, overlayStore, PATIENCE_MS } from '../../shell-api';

/**
 * A component whose code is loaded when it is shown, and again at the next showing after a failure. React's
 * `lazy` would keep a failure for the life of the page, and make the components around it fail, too.
 * @param goWithout called instead when the code does not load
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

/** Handles a form's submit with scripts; without them the form leads to its address. */
export const instead = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/** Without its code, the visitor goes to the page with the same form, as without scripts. */
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

/** The enquiry modal, the alert and the toast. Their code is loaded on first use. */
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
