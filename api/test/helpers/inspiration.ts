import { cleanPng } from './pictures';

interface Sent {
  /** Fields in addition to a name and a number. */
  fields: Record<string, string>;
  /** Default: a picture; null: no file. */
  file?: Buffer | null | undefined;
  /** Name of the file. */
  name?: string | undefined;
  type?: string | undefined;
  headers?: Record<string, string> | undefined;
  more?: Buffer | undefined;
}

/** Sends the studio's form. */
export function sendInspiration(origin: string, sent: Sent): Promise<Response> {
  const { fields, file = cleanPng, name = 'idea.png', type = 'image/png', more } = sent;
  const { headers = { accept: 'application/json' } } = sent;
  const body = new FormData();
  for (const [field, value] of Object.entries({ name: 'Ravi', number: '98400 01973', ...fields }))
    body.append(field, value);
  if (file) body.append('inspirations[]', new Blob([new Uint8Array(file)], { type }), name);
  if (more) body.append('inspirations[]', new Blob([new Uint8Array(more)]), 'second.png');
  return fetch(`${origin}/save_inspiration.php`, { method: 'POST', body, headers, redirect: 'manual' });
}
