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

/** Something that is done by a call, and what follows from it. */
type Sent<Answer> = Pick<UseMutationResult<Answer, Error, void>, 'isPending' | 'mutate' | 'error'>;
type Outcome<Answer> = MutateOptions<Answer, Error, void>;

export const sending =
  <Answer,>(act: Sent<Answer>, options?: Outcome<Answer>) =>
  (event: FormEvent): void => {
    event.preventDefault();
    act.mutate(undefined, options);
  };

/** What a dialog does, and what becomes of it. */
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

/** A dialog with a form of its own: Enter acts, Escape closes, and the focus goes back to where it came from. */
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
          // Events of portals reach the form around them.
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
            {/* What is under way goes on, whoever closes its dialog. */}
            {action && !isPending ? 'Cancel' : 'Close'}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}

/** The command that does what a form does, where a service shows it. */
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
  /** What follows when it is done; the dialog does not wait for it. */
  onDone?(answer: Answer): unknown;
}

/** A dialog named by what it does, unless its action is shorter: it says what will happen, does it, and closes. */
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
  /** Verb and object; the dialog's title as well, unless that says more. */
  text: string;
  title?: string;
  /** Of a table, where each row has such a button. */
  isPlain?: boolean;
}

/** Acts after a second look. What its dialog asks stays what it was when it opened, whatever becomes of the rest. */
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

/** Without the breaks and tabs that come with what is pasted from other programs, and that nobody sees in a line. */
export const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** A labelled field with a line that says what belongs into it. */
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
