import { useState } from 'react';
import type { Example } from '../../samples/example';
import { Button } from '../Button/Button';
import { Toast } from './Toast';

function Demo() {
  const [text, setText] = useState<string>();
  return (
    <>
      <Button onClick={() => setText('The brochure is on its way.')}>Show the toast</Button>
      <Toast text={text} onHide={() => setText(undefined)} />
    </>
  );
}

const stay = () => undefined;

export const examples: Example[] = [
  { name: 'default', render: () => <Demo /> },
  { name: 'shown', render: () => <Toast text="The brochure is on its way." onHide={stay} /> },
];
