import { useEffect, useRef } from 'react';
import styles from './FileField.module.css';

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

const size = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power > 1 ? 1 : 0)} ${UNITS[power]}`;
};

const EDGE = 144;

/** Draws onto a canvas: unlike a blob address it needs nothing of the page's content security policy. */
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

/** The chosen file: what it looks like where the browser can tell, its name and its size. */
export function FilePreview({ file }: { file: File }) {
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
        <span className={styles.browse} aria-hidden="true">
          Change
        </span>
      </p>
    </div>
  );
}
