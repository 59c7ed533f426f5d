import { copyText } from '@wholepage/staff-kit/copy-text';
import { useState } from 'react';

/** A command, or a link, to copy. */
export function Command({ text, what = 'command' }: { text: string; what?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(text));
  };
  return (
    <div className="command">
      <code>{text}</code>
      <button type="button" className="quiet" onClick={() => void copy()}>
        {isCopied ? 'Copied' : `Copy ${what}`}
      </button>
    </div>
  );
}
