import { forwardRef, type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
import { Field, type FieldTexts } from '../Field/Field';
import styles from './FileField.module.css';

export interface FileFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'className' | 'onInput'>,
    FieldTexts {
  name: string;
  /** Permitted file types, as in the `accept` attribute. */
  accept?: string;
  /** Share of the file that is sent, 0 to 1; undefined when nothing is being sent. */
  progress?: number | undefined;
}

/**
 * Chooses one file. The native input covers the drop zone, so that clicks, drops and keys work natively, without
 * scripts, too. Scripts add the preview and the progress. The ref is the input element.
 */
export const FileField = forwardRef<HTMLInputElement, FileFieldProps>(function FileField(
  { label, hint, error, required, progress, ...rest },
  ref,
) {
  const [file, setFile] = useState<File>();
  const zone = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { form, files }: Partial<HTMLInputElement> = zone.current?.querySelector('input') ?? {};
    // A file may have been chosen before scripts ran, or kept by the browser over a reload.
    setFile(files?.[0]);
    // A form's reset empties the input without a change event.
    const forget = () => setFile(undefined);
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, []);

  const remove = () => {
    const input = zone.current?.querySelector('input');
    if (!input) return;
    input.value = '';
    // These two events report a visitor's change; listeners learn of the removal in the same way.
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
    input.focus();
  };

  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className={styles.zone} ref={zone} data-filled={file ? true : undefined}>
          <input
            {...rest}
            {...control}
            ref={ref}
            type="file"
            required={required}
            className={styles.input}
            onInput={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
          {file ? <FilePreview file={file} onRemove={progress === undefined && remove} /> : <Invitation />}
          {progress !== undefined && (
            <progress className={styles.progress} max={1} value={progress} aria-label="Upload progress" />
          )}
        </div>
      )}
    </Field>
  );
});

function Invitation() {
  return (
    <div className={styles.invitation} aria-hidden="true">
      <svg className={styles.pin} viewBox="0 0 32 40" width="32" height="40" aria-hidden="true">
        <path d="M16 22v16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        <circle cx="16" cy="12" r="9" fill="currentColor" />
      </svg>
      <p>
        Pin a file here, or <span className={styles.browse}>choose one</span>
      </p>
    </div>
  );
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

const size = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power > 1 ? 1 : 0)} ${UNITS[power]}`;
};

const EDGE = 144;

/** Draws a picture onto a canvas. Unlike a blob URL, a canvas needs no source in the page's Content-Security-Policy. */
async function draw(file: File, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const bitmap = await createImageBitmap(file);
  if (!signal.aborted) {
    const scale = EDGE / Math.min(bitmap.width, bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    canvas.getContext('2d')?.drawImage(bitmap, (EDGE - width) / 2, (EDGE - height) / 2, width, height);
    canvas.dataset.ready = '';
  }
  bitmap.close();
}

/** The chosen file: a thumbnail where the browser can draw one, name, size, and the controls to change and remove it. */
function FilePreview({ file, onRemove }: { file: File; onRemove: false | (() => void) }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const abort = new AbortController();
    if (canvas.current && file.type.startsWith('image/') && 'createImageBitmap' in globalThis) {
      // A picture that the browser cannot draw (SVG, HEIC) is shown by its name alone.
      draw(file, canvas.current, abort.signal).catch(() => undefined);
    }
    return () => abort.abort();
  }, [file]);

  return (
    <div className={styles.preview}>
      <canvas
        key={`${file.name}${file.lastModified}`}
        ref={canvas}
        className={styles.thumb}
        width={EDGE}
        height={EDGE}
      />
      <p className={styles.file}>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{size(file.size)}</span>
        <span className={styles.choices}>
          <span className={styles.browse} aria-hidden="true">
            Change
          </span>
          {onRemove && (
            <button type="button" className={styles.remove} onClick={onRemove} aria-label={`Remove ${file.name}`}>
              Remove
            </button>
          )}
        </span>
      </p>
    </div>
  );
}
