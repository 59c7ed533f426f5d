import type { Example } from '../../samples/example';
import { quietShell, sampleConfig } from '../../samples/site';
import { EnquiryForm } from '../EnquiryForm/EnquiryForm';
import { Dialog } from './Dialog';

const stay = () => undefined;

export const examples: Example[] = [
  {
    name: 'open',
    render: () => (
      <Dialog open onClose={stay} title="Got an Idea? Let's Make It Happen">
        <EnquiryForm form="modal" config={sampleConfig} shell={quietShell} />
      </Dialog>
    ),
  },
];
