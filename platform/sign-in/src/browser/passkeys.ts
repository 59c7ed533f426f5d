import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Posts JSON and reads the answer. @throws Error with a sentence for the person */
type Post = <T>(path: string, body: unknown) => Promise<T>;

/** As nobody in particular: without the token of a session. */
const post: Post = async <T>(path: string, body: unknown) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? 'This did not work. Try again.');
  return answer;
};

/** Signs in with a passkey that the browser lets the person choose. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('/sign-in/passkey/options', {});
  await post('/sign-in/passkey', { response: await startAuthentication({ optionsJSON }) });
}

/** Makes a passkey for the person who is signed in. @param postAsPerson with the token of their session */
export async function registerPasskey(name: string, postAsPerson: Post): Promise<void> {
  const optionsJSON = await postAsPerson<PublicKeyCredentialCreationOptionsJSON>('/sign-in/passkeys/options', {});
  await postAsPerson('/sign-in/passkeys', { response: await startRegistration({ optionsJSON }), name });
}
