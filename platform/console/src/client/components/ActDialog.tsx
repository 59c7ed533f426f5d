import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ApiError } from '../data/api';
import type { Me } from '../data/queries/queries';
import { Command } from './Command';
import { SayWho } from './people/SayWho';

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
