import { Dialog } from '../../../components/Dialog';

const KEYS = [
  ['j, k', 'Next, previous enquiry'],
  ['Enter', 'Open the enquiry'],
  ['x', 'Choose the enquiry, for doing something with several'],
  ['/', 'Search'],
  ['r', 'Reply (in an enquiry)'],
  ['n', 'Write a note (in an enquiry)'],
  ['u', 'Back to the inbox (in an enquiry)'],
  ['?', 'This list'],
] as const;

/** The keys of the inbox. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys of the inbox" onClose={onClose}>
      <dl className="facts">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
