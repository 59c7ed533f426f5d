import '@github/markdown-toolbar-element';
import { json } from '@wholepage/staff-kit/browser/calls';
import { acting, Dialog, TextField } from '@wholepage/staff-kit/browser/forms';
import { Failure } from '@wholepage/staff-kit/browser/screen';
import { type HTMLAttributes, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAct } from '../../components/act';

const TOOLS = [
  ['md-header', 'Heading'],
  ['md-bold', 'Bold'],
  ['md-italic', 'Italic'],
  ['md-quote', 'Quote'],
  ['md-link', 'Link'],
  ['md-unordered-list', 'List'],
  ['md-ordered-list', 'Numbered list'],
] as const;

type Tool = HTMLAttributes<HTMLElement> & { class?: string; level?: number | undefined };
type Tools = Record<(typeof TOOLS)[number][0], Tool> & { 'markdown-toolbar': Tool & { for: string } };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tools {}
  }
}

const picturesIn = (files: FileList | null): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Text, selection and scroll position of the field that was left last. */
let left = { text: '', start: 0, end: 0, top: 0 };

/** Restores selection and scroll position: saving a post remounts its editor, perhaps in the middle of writing. */
function useSamePlace(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = area.current;
    if (!field) return undefined;
    if (field.value === left.text) {
      field.setSelectionRange(left.start, left.end);
      field.scrollTop = left.top;
    }
    return () => {
      const { value: text, selectionStart: start, selectionEnd: end, scrollTop: top } = field;
      left = { text, start, end, top };
    };
  }, [area]);
}

/** The text of a post: Markdown with a toolbar; pictures are dropped, pasted or chosen. */
export function MarkdownField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useSamePlace(area);
  const chooser = useRef<HTMLInputElement>(null);
  const [pictures, setPictures] = useState<File[]>([]);
  const [picture] = pictures;
  const goOn = () => setPictures(pictures.slice(1));
  const [problem, setProblem] = useState<Error | null>(null);
  const take = (files: File[]) => {
    setProblem(files.length > 0 ? null : new Error('This is not a picture. JPEG, PNG, WebP and AVIF are.'));
    setPictures(files);
  };
  const insert = (markdown: string) => {
    // Closes the dialog first: elements behind a modal dialog take no input.
    flushSync(() => setPictures([]));
    area.current?.focus();
    // `insertText` acts as typing: it can be undone, and the caret stands after it.
    document.execCommand('insertText', false, `\n\n${markdown}\n\n`);
    goOn();
  };
  return (
    <div className="field">
      <label htmlFor={`${id}-text`}>Text</label>
      <markdown-toolbar for={`${id}-text`} class="actions" aria-label="Formatting">
        {TOOLS.map(([Tool, name]) => (
          <Tool key={Tool} class="button" role="button" level={Tool === 'md-header' ? 2 : undefined}>
            {name}
          </Tool>
        ))}
        <button type="button" onClick={() => chooser.current?.click()}>
          Add a picture
        </button>
      </markdown-toolbar>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Picture"
        onChange={(event) => {
          take(picturesIn(event.target.files));
          event.target.value = '';
        }}
      />
      <textarea
        ref={area}
        id={`${id}-text`}
        className="markdown"
        rows={22}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          const at = document.caretPositionFromPoint?.(event.clientX, event.clientY);
          if (at?.offsetNode === event.currentTarget) event.currentTarget.setSelectionRange(at.offset, at.offset);
          take(picturesIn(event.dataTransfer.files));
        }}
        onPaste={(event) => {
          const { types, files } = event.clipboardData;
          // Word and Excel copy a picture of the text beside the text itself.
          const isText = types.includes('text/plain') && types.includes('text/html');
          const pasted = isText ? [] : picturesIn(files);
          if (pasted.length === 0) return;
          event.preventDefault();
          take(pasted);
        }}
      />
      <p className="hint" id={`${id}-hint`}>
        Markdown. Drop a picture where it belongs, or paste it.
      </p>
      <Failure error={problem} />
      {picture && <PictureDialog key={pictures.length} file={picture} onAdd={insert} onClose={goOn} />}
    </div>
  );
}

/** Sends a picture, which the server re-encodes. */
export const sendPicture = (file: File): Promise<{ path: string }> => json('POST', '/office/post-pictures', file);

/** Escapes the characters that would end Markdown's alternative text. */
const escaped = (text: string): string => text.replaceAll(/[\\[\]]/g, '\\$&');

/** Asks for a picture's alternative text before inserting it. */
function PictureDialog({ file, onAdd, onClose }: { file: File; onAdd(markdown: string): void; onClose(): void }) {
  const [alt, setAlt] = useState('');
  const send = useAct({ act: () => sendPicture(file) });
  return (
    <Dialog
      title="Add a picture"
      action="Add the picture"
      {...acting(send, { onSuccess: ({ path }) => onAdd(`![${escaped(alt.trim())}](${path})`) })}
      onClose={onClose}
    >
      <p className="hint">{file.name}</p>
      <TextField
        label="What the picture shows"
        value={alt}
        required
        maxLength={300}
        pattern=".*\S.*"
        hint="For people who do not see it, and for search engines."
        onChange={setAlt}
      />
    </Dialog>
  );
}
