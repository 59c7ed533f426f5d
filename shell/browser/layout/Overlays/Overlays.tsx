import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ThreadProgress } from 'shared-ui/ThreadProgress';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import { overlayStore } from '../../shell-api';

const EnquiryModal = lazy(() =>
  import(/* webpackChunkName: "enquiry" */ '../EnquiryModal/EnquiryModal').then((module) => ({
    default: module.EnquiryModal,
  })),
);
const Notices = lazy(() =>
  import(/* webpackChunkName: "notices" */ './Notices').then((module) => ({ default: module.Notices })),
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
      <Suspense>
        {enquiry && (
          <EnquiryModal
            config={config}
            shell={shell}
            about={enquiry.about}
            onClose={() => overlayStore.set({ enquiry: undefined })}
          />
        )}
      </Suspense>
      <Suspense>
        {(alert || toast) && (
          <Notices
            alert={alert?.text}
            onAlertClose={() => alert?.close()}
            toast={toast}
            onToastHide={() => overlayStore.set({ toast: undefined })}
          />
        )}
      </Suspense>
    </>
  );
}
