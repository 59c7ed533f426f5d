import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { registerPasskey, signInWithPasskey } from '../src/browser/passkeys';

jest.mock('@simplewebauthn/browser', () => ({ startAuthentication: jest.fn(), startRegistration: jest.fn() }));

const refusal = (name: string) =>
  Object.assign(new Error('See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.'), { name });

test('what the browser refuses is said in a sentence for the person', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockResolvedValueOnce(new Response('<h1>502 Bad Gateway</h1>', { status: 502 }));
  for (const _way of ['no line', 'a proxy']) await expect(signInWithPasskey()).rejects.toThrow(/^This did not work/);
  fetched.mockImplementation(async () => Response.json({}));
  jest.mocked(startAuthentication).mockRejectedValue(refusal('NotAllowedError'));
  await expect(signInWithPasskey()).rejects.toThrow(/^No passkey was used: it was cancelled, took too long/);
  jest.mocked(startRegistration).mockRejectedValue(refusal('InvalidStateError'));
  const post = async <T>(): Promise<T> => ({}) as T;
  await expect(registerPasskey('Laptop', post)).rejects.toThrow('This device holds a passkey of yours already.');
});
