import { useQueryClient } from '@tanstack/react-query';
import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import { useState } from 'react';
import type { Me } from '../../data/queries/queries';

/** Asks again who somebody is, before what cannot be undone. */
export function SayWho({ me, onDone }: { me: Me; onDone(): void }) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const byPasskey = async () => {
    try {
      await signInWithPasskey();
      await client.refetchQueries({ queryKey: ['me'] });
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  if (me.asksAgainBy === 'openid') {
    const next = encodeURIComponent(location.pathname);
    return (
      <p>
        <a className="button" href={`/sign-in/openid?again=1&next=${next}`}>
          Sign in again
        </a>{' '}
        Then take the step once more.
      </p>
    );
  }
  return (
    <>
      <p>
        <button type="button" onClick={() => void byPasskey()}>
          Say who you are with a passkey
        </button>
      </p>
      <p className="hint">
        Without a passkey, have a new link made (<code>npm run console -- link NAME</code>) and open it.
      </p>
      {failure && (
        <p role="alert" className="failure">
          {failure}
        </p>
      )}
    </>
  );
}
