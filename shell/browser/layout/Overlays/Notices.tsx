import { AlertDialog } from 'shared-ui/AlertDialog';
import { Toast } from 'shared-ui/Toast';
import { hideToast, type Overlays } from '../../shell-api';

/** The site's two kinds of message to the visitor. */
export function Notices({ alert, toast }: Pick<Overlays, 'alert' | 'toast'>) {
  return (
    <>
      <AlertDialog text={alert?.text} onClose={() => alert?.close()} />
      <Toast text={toast} onHide={hideToast} />
    </>
  );
}
