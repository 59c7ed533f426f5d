import { Dialog } from 'shared-ui/Dialog';
import { EnquiryForm } from 'shared-ui/EnquiryForm';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';

interface EnquiryModalProps {
  config: PublicConfig;
  shell: ShellApi;
  /** What the visitor was looking at. */
  about: string | undefined;
  onClose(): void;
}

/** The popup in which a visitor tells what they have in mind. */
export function EnquiryModal({ config, shell, about, onClose }: EnquiryModalProps) {
  return (
    <Dialog open onClose={onClose} title="Got an Idea? Let's Make It Happen">
      <EnquiryForm form="modal" config={config} shell={shell} about={about} />
    </Dialog>
  );
}
