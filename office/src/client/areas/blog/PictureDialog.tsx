import { json } from '@wholepage/staff-kit/browser/calls';
import { acting, Dialog, TextField } from '@wholepage/staff-kit/browser/forms';
import { useState } from 'react';
import { useAct } from '../../components/act';

interface PictureDialogProps {
  file: File;
  onAdd(markdown: string): void;
  onClose(): void;
}

/** Sends a picture, which the server re-encodes. */
export const sendPicture = (file: File): Promise<{ path: string }> => json('POST', '/office/post-pictures', file);

/** Characters that would end Markdown's alternative text. */
const escaped = (text: string): string => text.replaceAll(/[\\[\]]/g, '\\$&');

/** Asks what a picture shows before it joins the text. */
export function PictureDialog({ file, onAdd, onClose }: PictureDialogProps) {
  const [alt, setAlt] = useState('');
  const send = useAct({ act: () => sendPicture(file) });
  return (
    <Dialog
      title="Add a picture"
      action="Add the picture"
      {...acting(send, { onSuccess: ({ path }) => onAdd(`![${escaped(alt.trim())}](${path})`) })}
      onClose={onClose}
    >
      <p className="hint">{file.name}</p>
      <TextField
        label="What the picture shows"
        value={alt}
        required
        maxLength={300}
        pattern=".*\S.*"
        hint="For people who do not see it, and for search engines."
        onChange={setAlt}
      />
    </Dialog>
  );
}
