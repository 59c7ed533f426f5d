import { guestResponse } from './guest-fetch';

const answer = (status: number, body: string) => ({ status, headers: { 'x-from': 'api' }, body });

test('a page reads the status, and the text or the JSON once', async () => {
  const response = guestResponse(answer(200, '{"title":"Linen"}'));
  expect([response.status, response.ok, response.bodyUsed]).toEqual([200, true, false]);
  expect(await response.json()).toEqual({ title: 'Linen' });
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow('already been read');
  expect(guestResponse(answer(404, 'no')).ok).toBe(false);
});

test('a body that is not JSON rejects with that reason', async () => {
  await expect(guestResponse(answer(200, '<html>')).json()).rejects.toThrow(SyntaxError);
});

test('an answer without a body has an empty text', async () => {
  expect(await guestResponse(answer(204, 'left over')).text()).toBe('');
});

test('all else that the platform’s has is there, and knows what was read', async () => {
  const response = guestResponse(answer(200, 'cloth'));
  expect(response).toBeInstanceOf(Response);
  expect(response.headers.get('x-from')).toBe('api');
  expect(await response.clone().text()).toBe('cloth');
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('cloth');
  await expect(response.text()).rejects.toThrow('already been read');
  const read = guestResponse(answer(200, 'cloth'));
  await read.text();
  await expect(read.arrayBuffer()).rejects.toThrow('already been read');
});
