import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { commandOf } from '../../command';
import type { StepSummary } from '../../shapes';
import type { AskedStep } from '../../steps';
import { ApiError, isAdmin, type Me, post, REGISTRY_KEY } from '../data/queries';
import { Command } from './Screen';

interface ActDialogProps {
  me: Me;
  /** Verb and object; names the dialog and its button. */
  title: string;
  /** What will happen, in numbers. */
  consequence: ReactNode;
  /** The command that does the same. */
  command: string;
  /** Fields of what is done. */
  children?: ReactNode;
  isDangerous?: boolean;
  act(): Promise<unknown>;
  /** Called when it is done. */
  onDone(): unknown;
  onClose(): void;
}

/** Shows what will happen and the command that does the same, and does it. */
export function ActDialog(props: ActDialogProps) {
  const { me, title, consequence, command, children, isDangerous = false, act, onDone, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const take = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await onDone();
      dialog.current?.close();
    },
  });
  const mustSayWho = take.error instanceof ApiError && take.error.code === 'sign-in-again';
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!take.isPending) take.mutate();
        }}
      >
        <h2 id={id}>{title}</h2>
        <div className="consequence">{consequence}</div>
        {children}
        <p className="hint">The command that does the same:</p>
        <Command text={command} />
        {take.error && (
          <p role="alert" className="failure">
            {take.error.message}
          </p>
        )}
        {mustSayWho && <SayWho me={me} onDone={() => take.reset()} />}
        <div className="actions">
          <button type="submit" className={isDangerous ? 'danger' : 'primary'} disabled={take.isPending}>
            {title}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

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
        Without a passkey, have a new link made (<code>npm run wholepage -- console link NAME</code>) and open it.
      </p>
      {failure && (
        <p role="alert" className="failure">
          {failure}
        </p>
      )}
    </>
  );
}

interface StepDialogProps {
  me: Me;
  /** Verb and object; names the dialog and its button. */
  title: string;
  /** What will happen, in a sentence or two. */
  consequence: ReactNode;
  step: AskedStep;
  /** More fields of the step. */
  children?: ReactNode;
  /** Whether a lock stands against it that an admin may break. */
  isLocked?: boolean;
  needsReason?: boolean;
  onClose(): void;
}

/** Asks for a reason, shows what will happen and the command that does the same, and takes the step. */
export function StepDialog(props: StepDialogProps) {
  const { me, title, consequence, step, children, isLocked = false, needsReason = false, onClose } = props;
  const id = useId();
  const client = useQueryClient();
  const [why, setWhy] = useState('');
  const [breaks, setBreaks] = useState('');
  const asked: AskedStep = { ...step, why, ...(isLocked && breaks && { breaks }) };
  return (
    <ActDialog
      me={me}
      title={title}
      consequence={consequence}
      command={commandOf(asked)}
      act={() => post<StepSummary>('/api/steps', asked, me.csrf)}
      onDone={() => client.invalidateQueries({ queryKey: [REGISTRY_KEY] })}
      onClose={onClose}
    >
      {children}
      <label htmlFor={`${id}-why`}>Why{needsReason ? '' : ' (for the history)'}</label>
      <input
        id={`${id}-why`}
        value={why}
        maxLength={500}
        required={needsReason}
        onChange={(event) => setWhy(event.target.value)}
      />
      {isLocked && isAdmin(me) && (
        <>
          <label htmlFor={`${id}-breaks`}>Why the lock is broken</label>
          <input
            id={`${id}-breaks`}
            value={breaks}
            maxLength={500}
            onChange={(event) => setBreaks(event.target.value)}
          />
        </>
      )}
    </ActDialog>
  );
}
