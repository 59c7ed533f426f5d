import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import { useEffect, useRef, useState } from 'react';
import { json, setAskWho, setCsrf } from '../data/api';
import { useMe } from '../data/me';
import { Dialog } from './Dialog';

/** Asks again who somebody is, before what cannot be undone or takes much away. */
export function SayWho() {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<Error>();
  const answer = useRef<(said: boolean) => void>(undefined);
  useEffect(
    () =>
      setAskWho(() => {
        setError(undefined);
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const end = (said: boolean) => {
    answer.current?.(said);
    setOpen(false);
  };
  const byPasskey = async () => {
    try {
      await signInWithPasskey();
      setCsrf((await json<{ csrf: string }>('GET', '/sign-in/me')).csrf);
      end(true);
    } catch (caught) {
      setError(caught instanceof Error ? caught : new Error(String(caught)));
    }
  };
  if (!isOpen) return null;
  const isByPasskey = me.asksAgainBy === 'passkey';
  return (
    <Dialog
      title="Confirm who you are"
      action={isByPasskey ? 'Confirm with a passkey' : 'Sign in again'}
      error={error ?? null}
      onAct={() =>
        isByPasskey
          ? void byPasskey()
          : location.assign(`/sign-in/openid?again=1&next=${encodeURIComponent(location.pathname + location.search)}`)
      }
      onClose={() => end(false)}
    >
      <p>You signed in a while ago. This step cannot be undone, or takes personal data away.</p>
      {isByPasskey && (
        <p className="hint">
          Without a passkey, have a new link made (<code>npm run api -- link NAME</code>) and open it in this browser.
        </p>
      )}
    </Dialog>
  );
}
