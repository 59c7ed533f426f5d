import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import {
  type AllHTMLAttributes,
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useOnce } from './calls';
import { Command, Failure } from './screen';

/** A mutation without arguments, and the callbacks of its outcome. */
type Sent<Answer> = Pick<UseMutationResult<Answer, Error, void>, 'isPending' | 'mutate' | 'error'>;
type Outcome<Answer> = MutateOptions<Answer, Error, void>;

export const sending =
  <Answer,>(act: Sent<Answer>, options?: Outcome<Answer>) =>
  (event: FormEvent): void => {
    event.preventDefault();
    act.mutate(undefined, options);
  };

/** Returns a dialog's props for a mutation: how to run it, and its state. */
export const acting = <Answer,>(act: Sent<Answer>, options?: Outcome<Answer>) => ({
  isPending: act.isPending,
  error: act.error,
  onAct: () => act.mutate(undefined, options),
});

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Verb and object; a dialog without it only shows something. */
  action?: string;
  command?: string | undefined;
  isDangerous?: boolean;
  isPending?: boolean;
  error?: Error | null;
  onAct?(): void;
  onClose(): void;
}

/** A modal dialog with its own form: Enter acts, Escape closes, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { title, children, action, command, isDangerous, isPending, error, onAct, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const from = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (from instanceof HTMLElement) from.focus();
    };
  }, []);
  return createPortal(
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble from a portal to the form around it.
          event.stopPropagation();
          onAct?.();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <SameCommand text={command} />
        <Failure error={error} />
        <div className="actions">
          {action && (
            <button type="submit" className={isDangerous ? 'danger' : 'primary'} disabled={isPending}>
              {action}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {/* A running mutation goes on when its dialog closes. */}
            {action && !isPending ? 'Cancel' : 'Close'}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}

/** The command that does the same as a form, for services that show commands. */
export const SameCommand = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <>
      <p className="hint">The command that does the same:</p>
      <Command text={text} />
    </>
  );

interface ActDialogProps<Answer>
  extends Pick<DialogProps, 'title' | 'action' | 'children' | 'command' | 'isDangerous' | 'onClose'> {
  act(): Promise<Answer>;
  /** Called after success; the dialog does not wait for it. */
  onDone?(answer: Answer): unknown;
}

/** A dialog that explains an act, does it and closes. Its title is the label of its button, unless `action` is given. */
export function ActDialog<Answer>({ act, onDone, ...dialog }: ActDialogProps<Answer>) {
  const take = useOnce({
    mutationFn: act,
    onSuccess: (answer) => {
      void onDone?.(answer);
      dialog.onClose();
    },
  });
  return <Dialog action={dialog.title} {...dialog} {...acting(take)} />;
}

interface ActButtonProps<Answer> extends Omit<ActDialogProps<Answer>, 'title' | 'action' | 'onClose'> {
  /** Verb and object; also the dialog's title, unless `title` is given. */
  text: string;
  title?: string;
  /** True in tables, where each row has such a button: no danger colour. */
  isPlain?: boolean;
}

/** A button that acts after a dialog. The dialog keeps the props of the moment when it opened. */
export function ActButton<Answer>({ text, title = text, isPlain, ...dialog }: ActButtonProps<Answer>) {
  const [asked, setAsked] = useState<ActDialogProps<Answer>>();
  const onClose = () => setAsked(undefined);
  return (
    <>
      <button
        type="button"
        className={dialog.isDangerous && !isPlain ? 'danger' : ''}
        onClick={() => setAsked({ ...dialog, title, action: text, onClose })}
      >
        {text}
      </button>
      {asked && <ActDialog {...asked} />}
    </>
  );
}

interface TextFieldProps extends Omit<AllHTMLAttributes<HTMLElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  hint?: string;
  rows?: number;
  onChange(value: string): void;
}

/** Replaces control characters and line separators by spaces: pasted text brings them, and a one-line field hides them. */
export const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** A labelled field, with a hint about its content. */
export function TextField({ label, value, hint, rows, onChange, ...rest }: TextFieldProps) {
  const id = useId();
  const control = {
    ...rest,
    id,
    value,
    'aria-describedby': hint && `${id}-hint`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(rows ? target.value : inOneLine(target.value)),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows ? <textarea {...control} rows={rows} /> : <input {...control} />}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  isDisabled?: boolean;
  onChange(value: string): void;
}

export function SelectField({ label, value, options, isDisabled, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={isDisabled} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
