import { AlertDialog } from 'shared-ui/AlertDialog';
import { Toast } from 'shared-ui/Toast';

interface NoticesProps {
  alert: string | undefined;
  onAlertClose(): void;
  toast: string | undefined;
  onToastHide(): void;
}

/** The two ways in which the site says something of its own accord. */
export function Notices({ alert, onAlertClose, toast, onToastHide }: NoticesProps) {
  return (
    <>
      <AlertDialog text={alert} onClose={onAlertClose} />
      <Toast text={toast} onHide={onToastHide} />
    </>
  );
}
