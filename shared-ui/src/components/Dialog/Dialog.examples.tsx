import { useState } from 'react';
import type { Example } from '../../samples/example';
import { Button } from '../Button/Button';
import { TextField } from '../TextField/TextField';
import { Dialog } from './Dialog';

function Demo() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Got an Idea? Let's Make It Happen" size="l">
        <TextField name="name" label="Name" required />
      </Dialog>
    </>
  );
}

export const examples: Example[] = [{ name: 'large', render: () => <Demo /> }];
