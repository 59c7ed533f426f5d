import { AlertDialog } from 'shared-ui/AlertDialog';
import { Toast } from 'shared-ui/Toast';
import { hideToast, type Overlays } from '../../shell-api';

/** The two ways in which the site says something of its own accord. */
export function Notices({ alert, toast }: Pick<Overlays, 'alert' | 'toast'>) {
  return (
    <>
      <AlertDialog text={alert?.text} onClose={() => alert?.close()} />
      <Toast text={toast} onHide={hideToast} />
    </>
  );
}
