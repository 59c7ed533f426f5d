import { Dialog } from 'shared-ui/Dialog';
import { EnquiryForm, type EnquiryFormProps } from 'shared-ui/EnquiryForm';
import { closeOverlays } from '../../shell-api';

export function EnquiryModal(props: Pick<EnquiryFormProps, 'config' | 'shell' | 'about'>) {
  return (
    <Dialog open onClose={closeOverlays} title="Got an Idea? Let's Make It Happen">
      <EnquiryForm form="modal" {...props} />
    </Dialog>
  );
}
