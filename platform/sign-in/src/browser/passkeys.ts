import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Posts JSON and reads the answer. @throws Error with a sentence for the person */
type Post = <T>(path: string, body: unknown) => Promise<T>;

/** Posts without a session's token, for people who are not signed in yet. */
const post: Post = async <T>(path: string, body: unknown) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as (T & { message?: string }) | undefined;
  if (!response?.ok || !answer) throw new Error(answer?.message ?? 'This did not work. Try again.');
  return answer;
};

/** Replaces the browser's message on a failed ceremony: it is for developers. @throws Error with a sentence for the person */
const inWords = (error: unknown): never => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'InvalidStateError') throw new Error('This device holds a passkey of yours already.');
  if (name !== 'NotAllowedError' && name !== 'AbortError') throw new Error(message);
  throw new Error('No passkey was used: it was cancelled, took too long, or is not on this device. Try again.');
};

/** Signs in with a passkey that the browser lets the person choose. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('/sign-in/passkey/options', {});
  await post('/sign-in/passkey', { response: await startAuthentication({ optionsJSON }).catch(inWords) });
}

/** Makes a passkey for the person who is signed in. @param postAsPerson sends the token of their session */
export async function registerPasskey(name: string, postAsPerson: Post): Promise<void> {
  const optionsJSON = await postAsPerson<PublicKeyCredentialCreationOptionsJSON>('/sign-in/passkeys/options', {});
  await postAsPerson('/sign-in/passkeys', { response: await startRegistration({ optionsJSON }).catch(inWords), name });
}
