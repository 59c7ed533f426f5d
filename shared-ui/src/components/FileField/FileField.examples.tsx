import { useEffect, useRef } from 'react';
import type { Example } from '../../samples/example';
import { FileField } from './FileField';

const SWATCH =
  '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144"><path d="M0 0h144v144H0z" fill="#22305f"/></svg>';

/** A visitor's choice, made the way a drop makes it. */
function Chosen({ progress }: { progress?: number }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current || !('DataTransfer' in globalThis)) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([SWATCH.repeat(900)], 'lobby-jacket-with-a-long-name.svg', { type: 'image/svg+xml' }));
    input.current.files = chosen.files;
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return <FileField ref={input} name="inspirations[]" label="Your inspiration" progress={progress} />;
}

export const examples: Example[] = [
  {
    name: 'empty',
    render: () => (
      <FileField
        name="inspirations[]"
        label="Your inspiration"
        accept="image/*,application/pdf"
        hint="A picture or a PDF, up to 10 MB."
      />
    ),
  },
  { name: 'chosen', render: () => <Chosen /> },
  { name: 'sending', render: () => <Chosen progress={0.4} /> },
  {
    name: 'error',
    render: () => (
      <FileField name="inspirations[]" label="Your inspiration" error="Please choose a picture or a PDF." />
    ),
  },
];
