import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** What the service refused. The message is for the person. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  constructor(
    message: string,
    /** What would help, such as `sign-in-again`. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** Whether the service wants to know first who somebody is. */
export const mustSignInAgain = (error: unknown): boolean =>
  error instanceof PasskeyError && error.code === 'sign-in-again';

/** Posts JSON and reads the answer. @throws PasskeyError with the sentence of the service */
async function post<T>(path: string, body: unknown = {}, csrf = ''): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { message?: string; code?: string };
  if (!response.ok) throw new PasskeyError(answer.message ?? 'This did not work. Try again.', answer.code);
  return answer;
}

/** Signs in with a passkey that the browser lets the person choose. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('/sign-in/passkey/options');
  await post('/sign-in/passkey', { response: await startAuthentication({ optionsJSON }) });
}

/** Makes a passkey for the person who is signed in. */
export async function registerPasskey(name: string, csrf: string): Promise<void> {
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>('/sign-in/passkeys/options', {}, csrf);
  await post('/sign-in/passkeys', { response: await startRegistration({ optionsJSON }), name }, csrf);
}
