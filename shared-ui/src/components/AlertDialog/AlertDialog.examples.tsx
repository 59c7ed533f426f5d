import { useState } from 'react';
import type { Example } from '../../samples/example';
import { Button } from '../Button/Button';
import { AlertDialog } from './AlertDialog';

function Demo() {
  const [text, setText] = useState<string>();
  return (
    <>
      <Button onClick={() => setText('Please enter your phone number.')}>Show the alert</Button>
      <AlertDialog text={text} onClose={() => setText(undefined)} />
    </>
  );
}

export const examples: Example[] = [{ name: 'default', render: () => <Demo /> }];
