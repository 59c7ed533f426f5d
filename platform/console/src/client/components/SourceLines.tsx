import type { SourcePlace } from '../../observed';

/** The line of the sources that an error comes from, with those around it, and the frames of its stack. */
export function SourceLines({ place }: { place: SourcePlace }) {
  const { frames, at, lines } = place;
  const shown = frames[at];
  if (!shown) return <p className="empty">The browser gave no place.</p>;
  return (
    <>
      <p>
        <code>
          {shown.file}:{shown.line}:{shown.column}
        </code>
        {!shown.isSource && ' (no source map of this release is known: this is the released file)'}
      </p>
      {lines && (
        <pre className="source">
          {lines.texts.map((text, index) => {
            const line = lines.from + index;
            return (
              <span key={line} className="source-line" data-current={line === shown.line}>
                <span className="source-number">{line}</span>
                {text}
                {'\n'}
              </span>
            );
          })}
        </pre>
      )}
      <details>
        <summary>{frames.length === 1 ? 'The one frame' : `All ${frames.length} frames`} of the stack</summary>
        <ol className="frames">
          {frames.map((frame, index) => (
            <li key={index}>
              <code>
                {frame.file}:{frame.line}:{frame.column}
              </code>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
